package io.github.pulsarusercenter;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/**
 * A center that answers as the test says: right, wrong, slowly or not at all. Listens on a free
 * port.
 */
public final class FakeCenter implements AutoCloseable {
  /** The credential it accepts. */
  public static final String CREDENTIAL = "puc_cluster_0123456789abcdef";

  /** Put into {@link #feed}, ends the feed. */
  public static final String HANG_UP = "\u0000";

  public final BlockingQueue<String> feed = new LinkedBlockingQueue<>();
  public final List<String> calls = new CopyOnWriteArrayList<>();
  public final List<String> questions = new CopyOnWriteArrayList<>();
  public final List<String> requestIds = new CopyOnWriteArrayList<>();
  public final List<String> bodies = new CopyOnWriteArrayList<>();
  public final AtomicInteger passwordChecks = new AtomicInteger();
  public volatile String snapshot = "{}";
  public volatile int snapshotStatus = 200;
  public volatile String snapshotType = "application/json";

  /** Sent as it is instead of the snapshot; already packed. */
  public volatile byte[] packed;

  /** While true, connections are accepted but calls get no answer. */
  public volatile boolean stalled;

  /** While true, the snapshot has no end. */
  public volatile boolean endless;

  /** The first frame of the feed. */
  public volatile String greeting = ": hello\n\n";

  public volatile String feedType = "text/event-stream";
  public volatile String password = "pa:ss";
  public volatile int authenticateStatus = 0;
  public volatile long authenticateDelayMillis = 0;
  public volatile String heartbeatAnswer = "{\"revision\":1,\"interval_seconds\":1}";
  public volatile String permissionsAnswer = "{}";
  public volatile int permissionsStatus = 200;
  public volatile int deletionsStatus = 200;
  public volatile long deletionsRevision = 5;

  public volatile int creationsStatus = 200;
  public volatile String creationsAnswer = "{\"revision\":5,\"refused\":[]}";

  /** A report with this text is refused. */
  public volatile String wrongDeletion = "nothing of the kind";

  public volatile int wrongStatus = 422;

  /** Epoch ms stated with every answer; 0: none, as a center of an older version. */
  public volatile long time = 0;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public FakeCenter() throws IOException {
    this(0);
  }

  public FakeCenter(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/api/broker/v1/", this::handle);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring("/api/broker/v1".length());
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      calls.add(path);
      questions.add(exchange.getRequestURI().toString());
      requestIds.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Request-Id")));
      while (stalled) {
        Thread.sleep(10);
      }
      if (time != 0) {
        exchange.getResponseHeaders().add("Center-Time", Long.toString(time));
      }
      bodies.add(body);
      if (!("Bearer " + CREDENTIAL)
          .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        send(exchange, 401, "{\"code\":\"unauthorized\"}");
        return;
      }
      switch (path) {
        case "/snapshot" -> snapshot(exchange);
        case "/changes" -> changes(exchange);
        case "/authenticate" -> authenticate(exchange, body);
        case "/heartbeat" -> send(exchange, 200, heartbeatAnswer);
        case "/permissions" -> send(exchange, permissionsStatus, permissionsAnswer);
        case "/deletions" -> deletions(exchange, body);
        case "/creations" -> send(exchange, creationsStatus, creationsAnswer);
        default -> send(exchange, 404, "{}");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deletions(HttpExchange exchange, String body) throws IOException {
    int status = body.contains(wrongDeletion) ? wrongStatus : deletionsStatus;
    send(exchange, status, "{\"revision\":" + deletionsRevision + "}");
  }

  private void snapshot(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Encoding", "gzip");
    exchange.getResponseHeaders().add("Content-Type", snapshotType);
    exchange.sendResponseHeaders(snapshotStatus, 0);
    byte[] bytes = packed == null ? gzip(snapshot.getBytes(StandardCharsets.UTF_8)) : packed;
    do {
      exchange.getResponseBody().write(bytes);
    } while (endless);
  }

  public static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  private void changes(HttpExchange exchange) throws IOException, InterruptedException {
    exchange.getResponseHeaders().add("Content-Type", feedType);
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    out.write(greeting.getBytes(StandardCharsets.UTF_8));
    out.flush();
    while (true) {
      String next = feed.poll(60, TimeUnit.SECONDS);
      if (next == null || next.equals(HANG_UP)) {
        return;
      }
      out.write(next.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  private void authenticate(HttpExchange exchange, String body)
      throws IOException, InterruptedException {
    passwordChecks.incrementAndGet();
    Thread.sleep(authenticateDelayMillis);
    if (authenticateStatus != 0) {
      send(exchange, authenticateStatus, "{\"code\":\"busy\"}");
    } else if (body.contains("\"password\":\"" + password + "\"")) {
      send(exchange, 200, "{\"principal\":\"alice\",\"credential\":\"password\",\"cred\":3}");
    } else {
      send(exchange, 401, "{\"code\":\"invalid_credentials\"}");
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Sends a delta on the open feed. */
  public void delta(String json, long revision) {
    feed.add("event: delta\nid: " + revision + "\ndata: " + json + "\n\n");
  }

  @Override
  public void close() {
    stalled = false;
    endless = false;
    feed.add(HANG_UP);
    server.stop(0);
    threads.shutdownNow();
  }
}
