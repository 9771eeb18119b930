package io.github.pulsarusercenter.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.PluginSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only class that knows the center's HTTP API (contract of {@code /api/broker/v1}). All calls
 * block with a deadline that covers the whole answer; none may run on a Netty or Jetty thread.
 */
public final class UserCenterClient {
  /** What the center says about a verified password. */
  public record Verified(String principal, String credential, long cred) {}

  private static final Logger log = LoggerFactory.getLogger(UserCenterClient.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SNAPSHOT_DEADLINE_MILLIS = 120_000;
  private static final long CALL_DEADLINE_MILLIS = 10_000;

  private final String base;
  private final ClusterCredential credential;
  private final HttpClient http;
  private final long authenticateDeadlineMillis;
  private final LongConsumer whenStated;

  /**
   * @param whenStated told what time it is at the center (epoch ms), with every answer
   */
  public UserCenterClient(
      PluginSettings settings, ClusterCredential credential, LongConsumer whenStated) {
    this.base = settings.url() + "/api/broker/v1";
    this.credential = credential;
    this.authenticateDeadlineMillis = settings.authenticateTimeoutMillis();
    this.whenStated = whenStated;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(Duration.ofMillis(settings.connectTimeoutMillis()))
            // A redirect would carry the credential to a host nobody has configured.
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  /**
   * The center's snapshot.
   *
   * @param revision the revision already held, or 0
   * @return empty when the center holds the same revision
   */
  public Optional<JsonNode> snapshot(long revision) throws IOException, InterruptedException {
    HttpRequest.Builder request = request("/snapshot").header("Accept-Encoding", "gzip");
    if (revision > 0) {
      request.header("If-None-Match", "\"" + revision + "\"");
    }
    HttpResponse<byte[]> answer = call(request, SNAPSHOT_DEADLINE_MILLIS);
    if (answer.statusCode() == 304) {
      return Optional.empty();
    }
    return Optional.of(success(answer));
  }

  /** Opens the change feed after a revision; failures show up at the first read. */
  public ChangeStream changes(long after) {
    ChangeStream stream = new ChangeStream();
    HttpRequest request =
        request("/changes?after=" + after).header("Accept", "text/event-stream").build();
    CompletableFuture<HttpResponse<Void>> call =
        http.sendAsync(
            request,
            info -> {
              noteTime(info.headers());
              return info.statusCode() == 200
                  ? BodySubscribers.fromLineSubscriber(stream)
                  : BodySubscribers.replacing(null);
            });
    call.whenComplete((answer, failure) -> stream.end(feedEnd(answer, failure)));
    return stream;
  }

  /** Verifies a user's password or client secret. */
  public Verified authenticate(String username, String password, String address)
      throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode();
    body.put("username", username).put("password", password).put("address", address);
    JsonNode answer = post("/authenticate", body, authenticateDeadlineMillis);
    String principal = answer.path("principal").asText("");
    if (principal.isEmpty()) {
      throw new IOException("the center's answer names no principal");
    }
    return new Verified(
        principal, answer.path("credential").asText("password"), answer.path("cred").asLong());
  }

  /** Tells the center what this broker enforces. */
  public JsonNode heartbeat(ObjectNode body) throws IOException, InterruptedException {
    return heartbeat(body, CALL_DEADLINE_MILLIS);
  }

  /** The same for who cannot wait long. */
  public JsonNode heartbeat(ObjectNode body, long deadlineMillis)
      throws IOException, InterruptedException {
    return post("/heartbeat", body, deadlineMillis);
  }

  /** Answers the center's question about live connections. */
  public void connections(ObjectNode body) throws IOException, InterruptedException {
    post("/connections", body, CALL_DEADLINE_MILLIS);
  }

  /** Grants, revokes or lists permissions at the center. */
  public JsonNode permissions(ObjectNode body) throws IOException, InterruptedException {
    return post("/permissions", body, CALL_DEADLINE_MILLIS);
  }

  private JsonNode post(String path, ObjectNode body, long deadlineMillis)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    return success(call(request, deadlineMillis));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(java.net.URI.create(base + path))
        .header("Authorization", "Bearer " + credential.value());
  }

  private HttpResponse<byte[]> call(HttpRequest.Builder request, long deadlineMillis)
      throws IOException, InterruptedException {
    // HttpRequest.timeout ends with the headers; a center that stalls in the body would hold us.
    CompletableFuture<HttpResponse<byte[]>> call =
        http.sendAsync(
            request.build(),
            info -> {
              // Now, for a long body takes its time.
              noteTime(info.headers());
              return BodySubscribers.ofByteArray();
            });
    try {
      return call.get(deadlineMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no answer from the center within " + deadlineMillis + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException("the center can't be reached: " + reason(e.getCause()), e.getCause());
    } finally {
      call.cancel(true);
    }
  }

  private void noteTime(HttpHeaders headers) {
    try {
      headers.firstValueAsLong("Center-Time").ifPresent(whenStated);
    } catch (NumberFormatException e) {
      log.debug("The center's time is not a number", e);
    }
  }

  private JsonNode success(HttpResponse<byte[]> answer) throws IOException {
    if (answer.statusCode() / 100 != 2) {
      throw problem(answer.statusCode(), answer.body());
    }
    if (answer.statusCode() == 204 || answer.body().length == 0) {
      return JSON.createObjectNode();
    }
    boolean gzip = answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
    try (InputStream raw = new ByteArrayInputStream(answer.body());
        InputStream in = gzip ? new GZIPInputStream(raw) : raw) {
      return JSON.readTree(in);
    }
  }

  private CenterException problem(int status, byte[] body) {
    if (status == 401) {
      credential.reload();
    }
    try {
      JsonNode problem = JSON.readTree(new String(body, StandardCharsets.UTF_8));
      return new CenterException(
          status, problem.path("code").asText("unknown"), problem.path("detail").asText(""));
    } catch (IOException e) {
      return new CenterException(status, "unknown", "");
    }
  }

  private Throwable feedEnd(HttpResponse<Void> answer, Throwable failure) {
    if (answer != null && answer.statusCode() != 200) {
      return problem(answer.statusCode(), new byte[0]);
    }
    return failure;
  }

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
