package io.github.pulsarusercenter.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The only class that knows the center's HTTP API ({@code /api/broker/v1}). All calls block, with a
 * deadline that covers the whole answer; none may run on a Netty or Jetty thread.
 */
public final class UserCenterClient {
  /** The center's answer about a verified password. */
  public record VerifiedPassword(String principal, String credential, long cred, String receipt) {
    @Override
    public String toString() {
      return "Verified[" + principal + "]";
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SNAPSHOT_DEADLINE_MILLIS = 180_000;

  /**
   * A center may take long to build a very large snapshot; a longer silence means that it has
   * stalled.
   */
  private static final long SNAPSHOT_SILENCE_MILLIS = 45_000;

  private static final long CALL_DEADLINE_MILLIS = 10_000;

  private static final long CALL_BYTES = 16 << 20;

  /** The largest unpacked snapshot. In memory a snapshot takes about as much as unpacked. */
  private static final long SNAPSHOT_BYTES =
      Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4);

  /**
   * Never sent to a second address once the first may have received it. To grant the same twice
   * would do no harm, but the first address could make the change and the second refuse it. A
   * caller that gets a refusal must be able to rely on it.
   */
  private static final Set<String> GRANTING = Set.of("/permissions", "/tenant-administrators");

  /** Reads an answer's body as a stream. */
  public interface Content<T> {
    T read(InputStream in) throws IOException;
  }

  private final CenterAddresses addresses;
  private final CenterExchange exchange;
  private final CenterLinks links;
  private final long authenticateDeadlineMillis;

  /**
   * @param timeListener given the center's time (epoch ms) with every answer
   */
  public UserCenterClient(
      PluginSettings settings, ClusterCredential credential, LongConsumer timeListener) {
    this.addresses = new CenterAddresses(settings.urls());
    this.exchange = new CenterExchange(settings, addresses, credential, timeListener);
    this.links = new CenterLinks(exchange);
    this.authenticateDeadlineMillis = settings.authenticateTimeoutMillis();
  }

  /** How many addresses the center has. */
  public int addresses() {
    return addresses.size();
  }

  /** The address in use. */
  public URI address() {
    return addresses.current();
  }

  /** Switches away from an address that gave a wrong answer. */
  public void failed(URI address, String why) {
    addresses.failed(address, why);
  }

  /**
   * The center's snapshot.
   *
   * @param tag the tag of the snapshot already held, or null
   * @param format the newest format that is read
   * @param content reads the unpacked answer; when it throws, the next address is used from then on
   * @return empty when the center has the same snapshot
   */
  public <T> Optional<T> snapshot(String tag, int format, Content<T> content)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        exchange.call(
            address -> {
              HttpRequest.Builder request = exchange.request(address, "/snapshot?format=" + format);
              request.header("Accept-Encoding", "gzip");
              return tag == null ? request : request.header("If-None-Match", tag);
            },
            new CenterExchange.CallLimits(
                SNAPSHOT_DEADLINE_MILLIS, SNAPSHOT_SILENCE_MILLIS, SNAPSHOT_BYTES / 4, true));
    if (answer.statusCode() == 304) {
      return Optional.empty();
    }
    try {
      return Optional.of(exchange.success(answer, SNAPSHOT_BYTES, content));
    } catch (CenterException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      PluginMetrics.answerRefused();
      addresses.failed(CenterExchange.address(answer.uri()), String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /**
   * Opens the change feed: a link, where center and proxies know links. Failures show up at the
   * first read.
   *
   * @param after the revision held
   * @param epoch its epoch, or null
   * @param mark its mark, or null
   * @param format the newest format of snapshots that is read; the center sends changes only to
   *     brokers that read everything they may bring
   */
  public ChangeFeed changes(long after, String epoch, String mark, int format)
      throws InterruptedException {
    URI address = addresses.current();
    String position = "after=" + after + parameter("epoch", epoch) + parameter("mark", mark);
    String query = "?" + position + "&format=" + format;
    return links.open(address, query).orElseGet(() -> ChangeStream.open(exchange, address, query));
  }

  /** The open link, for reports; null while there is none. */
  public CenterLink link() {
    return links.current();
  }

  /**
   * @param action called when a link was opened
   */
  public void whenLinked(Runnable action) {
    links.whenOpened(action);
  }

  /** Whether to leave this feed and try again to open a link. */
  public boolean mayLink(ChangeFeed feed) {
    return feed instanceof ChangeStream && links.areDue();
  }

  private static String parameter(String name, String value) {
    return value == null ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** Verifies a user's password or client secret. */
  public VerifiedPassword authenticate(String username, String password, String address)
      throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode();
    body.put("username", username).put("password", password).put("address", address);
    JsonNode answer = post("/authenticate", body, authenticateDeadlineMillis);
    String principal = answer.path("principal").asText("");
    if (principal.isEmpty()) {
      throw new IOException("the center's answer names no principal");
    }
    return new VerifiedPassword(
        principal,
        answer.path("credential").asText("password"),
        answer.path("cred").asLong(),
        answer.path("receipt").asText(null));
  }

  /** Reports to the center which revision this broker enforces. */
  public JsonNode heartbeat(ObjectNode body) throws IOException, InterruptedException {
    return heartbeat(body, CALL_DEADLINE_MILLIS);
  }

  /** The same with a shorter deadline. */
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

  /** What Pulsar's own answer about a tenant or namespace is to say of rights. */
  public JsonNode describe(String type, String name, Caller caller)
      throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode().put("action", "describe");
    body.put("resource_type", type).put("resource", name).put("actor", caller.principal());
    return permissions(body);
  }

  /**
   * Makes users administrators of a tenant at the center, all or none; the answer has the revision,
   * and who of them owns it.
   *
   * @param only who administers it at most, as far as such lists say; null: nobody loses it
   * @param creates whether the broker makes the tenant when this is done
   */
  public JsonNode administrators(
      String tenant, boolean creates, Set<String> users, Set<String> only, Caller caller)
      throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode().put("tenant", tenant);
    body.put("actor", caller.principal()).put("proof", caller.proof());
    users.forEach(body.putArray("users")::add);
    if (only != null) {
      only.forEach(body.putArray("only")::add);
    }
    if (creates) {
      body.put("creates", true);
    }
    return post("/tenant-administrators", body, CALL_DEADLINE_MILLIS);
  }

  /** Reports to the center what was deleted at this broker; the answer has the revision. */
  public JsonNode deletions(ObjectNode body) throws IOException, InterruptedException {
    return post("/deletions", body, CALL_DEADLINE_MILLIS);
  }

  /** Reports to the center what was made at this broker; the answer has the revision. */
  public JsonNode creations(ObjectNode body) throws IOException, InterruptedException {
    return post("/creations", body, CALL_DEADLINE_MILLIS);
  }

  /** Sets the mode of subscriptions of a namespace at the center; returns the revision. */
  public long subscriptionMode(String namespace, String mode, Caller caller)
      throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode().put("action", "set_subscription_mode");
    body.put("resource_type", "namespace").put("resource", namespace).put("mode", mode);
    body.put("actor", caller.principal()).put("proof", caller.proof());
    return permissions(body).path("revision").asLong();
  }

  private JsonNode post(String path, ObjectNode body, long deadlineMillis)
      throws IOException, InterruptedException {
    byte[] bytes = JSON.writeValueAsBytes(body);
    boolean repeatable = !GRANTING.contains(path);
    HttpResponse<byte[]> answer =
        exchange.call(
            address ->
                exchange
                    .request(address, path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(bytes)),
            new CenterExchange.CallLimits(deadlineMillis, deadlineMillis, CALL_BYTES, repeatable));
    if (answer.statusCode() == 204
        || (answer.statusCode() / 100 == 2 && answer.body().length == 0)) {
      return JSON.createObjectNode();
    }
    return exchange.success(answer, CALL_BYTES, JSON::readTree);
  }
}
