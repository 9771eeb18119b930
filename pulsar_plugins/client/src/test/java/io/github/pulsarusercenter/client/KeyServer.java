package io.github.pulsarusercenter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A center on the loopback that gives keys, as the test says: path → body, or a refusal. */
public final class KeyServer implements AutoCloseable {
  public static final String TOKEN = "/oauth2/token";
  public static final String PUBLIC = "/api/v1/encryption-keys/public";
  public static final String PRIVATE = "/api/v1/encryption-keys/private";
  public static final String CHECK = "/api/v1/access/check";
  public static final String NAMES = "/api/v1/names";
  public static final String PRIVATE_PEM = newPrivateHalf();

  /** Path, query and body of what was asked. */
  public final List<String> asked = new CopyOnWriteArrayList<>();

  /** Path → status, where it is not 200; the body is then a problem document. */
  public final Map<String, Integer> refusals = new ConcurrentHashMap<>();

  public final Map<String, String> bodies = new ConcurrentHashMap<>();
  public volatile long delayMillis = 0;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public KeyServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    bodies.put(
        "/.well-known/oauth-authorization-server",
        "{\"issuer\":\"https://center.example\",\"scopes_supported\":[\"openid\"]}");
    bodies.put(TOKEN, "{\"access_token\":\"token-1\",\"expires_in\":3600}");
    bodies.put("/api/v1/session", "{\"user\":{\"id\":3},\"address\":\"10.1.2.3\"}");
    bodies.put(NAMES, "{\"kind\":\"tenant\",\"id\":7,\"name\":\"acme\"}");
    bodies.put("/api/v1/tenants/7", "{\"id\":7,\"cluster_ids\":[1,2]}");
    mayRead("true", "true");
    active("orders", 1);
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public void active(String name, int number) {
    bodies.put(
        PUBLIC,
        "{\"items\":[{\"topic\":\"t\",\"error\":null,\"name\":\"%s\",\"number\":%d,"
                .formatted(name, number)
            + "\"algorithm\":\"RSA-3072\",\"public_key\":\"public %d\"}]}".formatted(number));
  }

  /** On each of the two clusters. */
  public void mayRead(String first, String second) {
    String answer = "{\"allowed\":%s,\"reason\":null,\"grants\":[4],\"error\":null}";
    bodies.put(
        CHECK,
        "{\"answers\":[%s,%s],\"revision\":9,\"at\":5}"
            .formatted(answer.formatted(first), answer.formatted(second)));
  }

  private static String newPrivateHalf() {
    try {
      byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate().getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
      return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted("PRIVATE KEY", text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public long count(String path) {
    return asked.stream().filter(each -> each.startsWith(path)).count();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      asked.add(exchange.getRequestURI() + " " + body);
      Thread.sleep(delayMillis);
      boolean signedIn =
          "Bearer token-1".equals(exchange.getRequestHeaders().getFirst("Authorization"));
      int status = path.startsWith("/api/") && !signedIn ? 401 : refusals.getOrDefault(path, 200);
      String problem = "{\"error\":\"invalid_client\",\"code\":\"some_code\",\"detail\":\"no\"}";
      byte[] bytes = (status == 200 ? body(path, body) : problem).getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String body(String path, String sent) {
    if (path.equals(PRIVATE) && !bodies.containsKey(PRIVATE)) {
      String number = sent.replaceAll(".*\"number\":([0-9]+).*", "$1");
      String pem = PRIVATE_PEM.replace("\n", "\\n") + number;
      return "{\"name\":\"orders\",\"number\":%s,\"private_key\":\"%s\"}".formatted(number, pem);
    }
    return bodies.getOrDefault(path, "<html>");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
