package io.github.pulsarusercenter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A token endpoint on the loopback that answers as the test says: right, wrong, slowly, or with
 * rubbish.
 */
public final class TokenServer implements AutoCloseable {
  /** The forms that it received, as sent. */
  public final List<String> forms = new CopyOnWriteArrayList<>();

  public volatile int status = 200;
  public volatile int lifeSeconds = 3_600;
  public volatile long delayMillis = 0;

  /** If not null, sent instead of a token. */
  public volatile String body = null;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public TokenServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/oauth2/token", this::answer);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Makes the server refuse, as the center does. */
  public void refuse(int with, String error) {
    body = "{\"error\":\"" + error + "\",\"error_description\":\"user name or password is wrong\"}";
    status = with;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      forms.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      String token =
          "{\"access_token\":\"token-"
              + forms.size()
              + "\",\"token_type\":\"Bearer\",\"more\":{\"a\":[1]},"
              + "\"expires_in\":"
              + lifeSeconds
              + "}";
      Thread.sleep(delayMillis);
      byte[] bytes = (body == null ? token : body).getBytes(UTF_8);
      if (status == 401) {
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"x\"");
      }
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
