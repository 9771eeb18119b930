package io.github.pulsarusercenter.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls to the center at whichever of its addresses answers. Each has a deadline that covers the
 * whole answer and a limit on its size. Notes the center's time.
 */
final class CenterExchange {
  private static final Logger log = LoggerFactory.getLogger(CenterExchange.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PATH = "/api/broker/v1";

  private final CenterAddresses addresses;
  private final ClusterCredential credential;
  private final HttpClient http;
  private final LongConsumer timeListener;
  private final String process = String.format("%016x", new SecureRandom().nextLong());
  private final AtomicLong calls = new AtomicLong();

  CenterExchange(
      PluginSettings settings,
      CenterAddresses addresses,
      ClusterCredential credential,
      LongConsumer timeListener) {
    this.addresses = addresses;
    this.credential = credential;
    this.timeListener = timeListener;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(Duration.ofMillis(settings.connectTimeoutMillis()))
            // A redirect would carry the credential to a host that is not configured.
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  HttpClient http() {
    return http;
  }

  /** The configured address that a call was made to; it may have a path of its own. */
  static URI address(URI call) {
    String text = call.toString();
    return URI.create(text.substring(0, text.lastIndexOf(PATH)));
  }

  HttpRequest.Builder request(URI address, String path) {
    return HttpRequest.newBuilder(URI.create(address + PATH + path))
        .header("X-Request-Id", requestId(path))
        .header("Authorization", "Bearer " + credential.value());
  }

  /** Begins to open a WebSocket: {@code http} becomes {@code ws}, {@code https} {@code wss}. */
  CompletableFuture<WebSocket> open(
      URI address, String path, long deadlineMillis, WebSocket.Listener listener) {
    return http.newWebSocketBuilder()
        .header("X-Request-Id", requestId(path))
        .header("Authorization", "Bearer " + credential.value())
        .connectTimeout(Duration.ofMillis(deadlineMillis))
        .buildAsync(URI.create("ws" + address.toString().substring(4) + PATH + path), listener);
  }

  /**
   * For the center's log and traces. Not in messages of failures: equal messages are logged once.
   */
  private String requestId(String path) {
    String id = process + "-" + calls.incrementAndGet();
    log.debug("Request {} to the center: {}", id, path);
    return id;
  }

  /**
   * @param silenceMillis how long the answer may make no progress
   * @param repeatable true when the call may be repeated at the next address, although the first
   *     may have carried it out
   */
  record CallLimits(long deadlineMillis, long silenceMillis, long limit, boolean repeatable) {}

  /** Tries one address after the other until one answers, all within one deadline. */
  HttpResponse<byte[]> call(Function<URI, HttpRequest.Builder> request, CallLimits limits)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.deadlineMillis());
    for (int remaining = addresses.size(); ; remaining--) {
      URI address = addresses.current();
      boolean last = remaining == 1;
      try {
        long share = (end - System.nanoTime()) / (limits.repeatable() ? remaining : 1);
        HttpResponse<byte[]> answer = send(request.apply(address).build(), share, limits);
        if (answer.statusCode() < 500) {
          return answer;
        }
        CenterException problem = problem(answer.statusCode(), answer.body());
        if (problem.code().equals("busy")) {
          throw problem;
        }
        addresses.failed(address, problem.getMessage());
        if (last || !limits.repeatable()) {
          throw problem;
        }
      } catch (UnansweredException e) {
        addresses.failed(address, e.getMessage());
        if (last || (e.wasSent && !limits.repeatable())) {
          throw e;
        }
      }
    }
  }

  private HttpResponse<byte[]> send(HttpRequest request, long deadlineNanos, CallLimits limits)
      throws IOException, InterruptedException {
    LimitedBody body = new LimitedBody(limits.limit());
    long end = System.nanoTime() + deadlineNanos;
    long silence = TimeUnit.MILLISECONDS.toNanos(limits.silenceMillis());
    // HttpRequest.timeout covers only the headers; a center that stalls in the body would block us.
    CompletableFuture<HttpResponse<byte[]>> call =
        http.sendAsync(
            request,
            info -> {
              // Before the body, which may take long.
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

  /** No usable answer came. */
  private static final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1L;
    final boolean wasSent;

    UnansweredException(String message, Throwable cause, boolean wasSent) {
      super(message, cause);
      this.wasSent = wasSent;
    }
  }

  void noteTime(HttpHeaders headers) {
    try {
      headers.firstValueAsLong("Center-Time").ifPresent(timeListener);
    } catch (NumberFormatException e) {
      log.debug("The center's time is not a number", e);
    }
  }

  <T> T success(HttpResponse<byte[]> answer, long limit, UserCenterClient.Content<T> content)
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

  static boolean isOfType(HttpHeaders headers, String type) {
    return headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT).startsWith(type);
  }

  /** The change feed was not opened. */
  CenterException feedRefused(int status) {
    noteRefusal(status);
    return CenterException.feedRefused(status);
  }

  private CenterException problem(int status, byte[] body) {
    noteRefusal(status);
    try {
      JsonNode problem = JSON.readTree(new String(body, StandardCharsets.UTF_8));
      return new CenterException(
          status, problem.path("code").asText("unknown"), problem.path("detail").asText(""));
    } catch (IOException e) {
      return new CenterException(status, "unknown", "");
    }
  }

  private void noteRefusal(int status) {
    if (status == 401) {
      credential.reload();
    }
  }

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
