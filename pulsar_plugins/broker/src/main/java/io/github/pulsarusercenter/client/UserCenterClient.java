package io.github.pulsarusercenter.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.PluginMetrics;
import io.github.pulsarusercenter.PluginSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
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
  private static final long SNAPSHOT_DEADLINE_MILLIS = 180_000;

  /**
   * A center that builds a very large snapshot takes its time; one that says nothing is stalled.
   */
  private static final long SNAPSHOT_SILENCE_MILLIS = 45_000;

  private static final long CALL_DEADLINE_MILLIS = 10_000;

  private static final long CALL_BYTES = 16 << 20;

  /** What a snapshot may take, unpacked: held in memory it takes about as much. */
  private static final long SNAPSHOT_BYTES =
      Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4);

  private static final String PATH = "/api/broker/v1";

  /** Not to be said twice: who is told that it failed must be able to rely on that. */
  private static final Set<String> GRANTING = Set.of("/permissions", "/tenant-administrators");

  /** Reads an answer's body as a stream. */
  public interface Content<T> {
    T read(InputStream in) throws IOException;
  }

  private final CenterAddresses addresses;
  private final ClusterCredential credential;
  private final HttpClient http;
  private final long authenticateDeadlineMillis;
  private final LongConsumer whenStated;

  /**
   * @param whenStated told what time it is at the center (epoch ms), with every answer
   */
  public UserCenterClient(
      PluginSettings settings, ClusterCredential credential, LongConsumer whenStated) {
    this.addresses = new CenterAddresses(settings.urls());
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

  /** How many addresses the center has. */
  public int addresses() {
    return addresses.size();
  }

  /** The address in use. */
  public URI address() {
    return addresses.current();
  }

  /** Leaves an address that answered, but not as it should. */
  public void failed(URI address, String why) {
    addresses.failed(address, why);
  }

  /**
   * The center's snapshot.
   *
   * @param tag names the one already held, or null
   * @param content reads it, unpacked; what it throws leaves the address
   * @return empty when the center holds the same
   */
  public <T> Optional<T> snapshot(String tag, Content<T> content)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        call(
            address -> {
              HttpRequest.Builder request = request(address, "/snapshot");
              request.header("Accept-Encoding", "gzip");
              return tag == null ? request : request.header("If-None-Match", tag);
            },
            new Terms(SNAPSHOT_DEADLINE_MILLIS, SNAPSHOT_SILENCE_MILLIS, SNAPSHOT_BYTES / 4, true));
    if (answer.statusCode() == 304) {
      return Optional.empty();
    }
    try {
      return Optional.of(success(answer, SNAPSHOT_BYTES, content));
    } catch (CenterException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      PluginMetrics.answerRefused();
      addresses.failed(address(answer.uri()), String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /**
   * Opens the change feed; failures show up at the first read.
   *
   * @param after the revision held
   * @param epoch its epoch, or null
   * @param mark its mark, or null
   */
  public ChangeStream changes(long after, String epoch, String mark) {
    URI address = addresses.current();
    ChangeStream stream = new ChangeStream(address);
    String query = "/changes?after=" + after + parameter("epoch", epoch) + parameter("mark", mark);
    HttpRequest request = request(address, query).header("Accept", "text/event-stream").build();
    CompletableFuture<HttpResponse<Void>> call =
        http.sendAsync(
            request,
            info -> {
              noteTime(info.headers());
              if (isFeed(info)) {
                return stream;
              }
              // At once, for what answers instead may have no end.
              stream.end(refusal(address, info));
              return BodySubscribers.discarding();
            });
    stream.whenClosed(() -> call.cancel(true));
    call.whenComplete((answer, failure) -> ended(stream, failure));
    return stream;
  }

  private static void ended(ChangeStream stream, Throwable failure) {
    if (failure != null) {
      stream.end(failure);
    }
  }

  private static String parameter(String name, String value) {
    return value == null ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static boolean isFeed(HttpResponse.ResponseInfo info) {
    return info.statusCode() == 200 && isOfType(info.headers(), "text/event-stream");
  }

  private IOException refusal(URI address, HttpResponse.ResponseInfo info) {
    if (info.statusCode() != 200) {
      return problem(info.statusCode(), new byte[0]);
    }
    PluginMetrics.answerRefused();
    return new IOException("what answers at " + address + " is no user center");
  }

  /** The configured address, which may have a path of its own, of a call. */
  private static URI address(URI call) {
    String text = call.toString();
    return URI.create(text.substring(0, text.lastIndexOf(PATH)));
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

  /** Makes users administrators of a tenant at the center, all or none. */
  public void administrators(String tenant, Set<String> users, String actor)
      throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode().put("tenant", tenant).put("actor", actor);
    users.forEach(body.putArray("users")::add);
    post("/tenant-administrators", body, CALL_DEADLINE_MILLIS);
  }

  private JsonNode post(String path, ObjectNode body, long deadlineMillis)
      throws IOException, InterruptedException {
    byte[] bytes = JSON.writeValueAsBytes(body);
    // Whoever was granted something twice has it once; but who is told to wait must not be let in.
    boolean repeatable = !GRANTING.contains(path);
    HttpResponse<byte[]> answer =
        call(
            address ->
                request(address, path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(bytes)),
            new Terms(deadlineMillis, deadlineMillis, CALL_BYTES, repeatable));
    if (answer.statusCode() == 204
        || (answer.statusCode() / 100 == 2 && answer.body().length == 0)) {
      return JSON.createObjectNode();
    }
    return success(answer, CALL_BYTES, JSON::readTree);
  }

  private HttpRequest.Builder request(URI address, String path) {
    return HttpRequest.newBuilder(URI.create(address + PATH + path))
        .header("Authorization", "Bearer " + credential.value());
  }

  /**
   * @param silenceMillis how long nothing may come
   * @param repeatable may be asked of the next address after it may have been carried out
   */
  private record Terms(long deadlineMillis, long silenceMillis, long limit, boolean repeatable) {}

  /** Asks one address after the other until one answers, all within one deadline. */
  private HttpResponse<byte[]> call(Function<URI, HttpRequest.Builder> request, Terms terms)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(terms.deadlineMillis());
    for (int left = addresses.size(); ; left--) {
      URI address = addresses.current();
      boolean last = left == 1;
      try {
        long share = (end - System.nanoTime()) / (terms.repeatable() ? left : 1);
        HttpResponse<byte[]> answer = send(request.apply(address).build(), share, terms);
        if (answer.statusCode() < 500) {
          return answer;
        }
        CenterException problem = problem(answer.statusCode(), answer.body());
        if (problem.code().equals("busy")) {
          throw problem;
        }
        addresses.failed(address, problem.getMessage());
        if (last || !terms.repeatable()) {
          throw problem;
        }
      } catch (UnansweredException e) {
        addresses.failed(address, e.getMessage());
        if (last || (e.wasSent && !terms.repeatable())) {
          throw e;
        }
      }
    }
  }

  private HttpResponse<byte[]> send(HttpRequest request, long deadlineNanos, Terms terms)
      throws IOException, InterruptedException {
    LimitedBody body = new LimitedBody(terms.limit());
    long end = System.nanoTime() + deadlineNanos;
    long silence = TimeUnit.MILLISECONDS.toNanos(terms.silenceMillis());
    // HttpRequest.timeout ends with the headers; a center that stalls in the body would hold us.
    CompletableFuture<HttpResponse<byte[]>> call =
        http.sendAsync(
            request,
            info -> {
              // Now, for a long body takes its time.
              noteTime(info.headers());
              return body;
            });
    try {
      while (true) {
        long now = System.nanoTime();
        long until = Math.min(end, body.progressNanos() + silence);
        if (until <= now) {
          long waited = TimeUnit.NANOSECONDS.toMillis(Math.min(deadlineNanos, silence));
          throw new UnansweredException(
              "no answer from the center within " + waited + " ms", null, true);
        }
        try {
          return call.get(until - now, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          log.trace("Nothing new yet from {}", request.uri());
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LimitedBody.TooLargeException) {
        PluginMetrics.answerRefused();
      }
      boolean neverSent = e.getCause() instanceof ConnectException;
      throw new UnansweredException(
          "the center can't be reached: " + reason(e.getCause()), e.getCause(), !neverSent);
    } finally {
      call.cancel(true);
    }
  }

  /** No answer that could be used. */
  private static final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1L;
    final boolean wasSent;

    UnansweredException(String message, Throwable cause, boolean wasSent) {
      super(message, cause);
      this.wasSent = wasSent;
    }
  }

  private void noteTime(HttpHeaders headers) {
    try {
      headers.firstValueAsLong("Center-Time").ifPresent(whenStated);
    } catch (NumberFormatException e) {
      log.debug("The center's time is not a number", e);
    }
  }

  private <T> T success(HttpResponse<byte[]> answer, long limit, Content<T> content)
      throws IOException {
    if (answer.statusCode() / 100 != 2) {
      throw problem(answer.statusCode(), answer.body());
    }
    if (!isOfType(answer.headers(), "application/json")) {
      throw new IOException(
          "what answers at " + answer.uri().getAuthority() + " is no user center");
    }
    boolean gzip = answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
    try (InputStream raw = new ByteArrayInputStream(answer.body());
        InputStream in = new LimitedInput(gzip ? new GZIPInputStream(raw, 1 << 16) : raw, limit)) {
      return content.read(in);
    }
  }

  private static boolean isOfType(HttpHeaders headers, String type) {
    return headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT).startsWith(type);
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

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
