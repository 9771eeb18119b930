package io.github.pulsarusercenter.permissions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Enums;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.client.UserCenterClient;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.util.FutureUtil;

/**
 * pulsar-admin's grant, revoke and list as calls to the center, which alone keeps permissions.
 * Refusals carry a status and a sentence for the user of pulsar-admin.
 */
public final class PermissionCalls {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int MOST_LOOKS = 50;
  private static final long PAUSE_MILLIS = 20;

  private final UserCenterClient client;
  private final Executor threads;
  private final CenterCalls calls;
  private final OwnChanges enforced;
  private final AutoCreatedTopics autoCreated;

  /**
   * @param enforced waits until this broker enforces the change
   * @param autoCreated reports a topic that the center does not know yet
   */
  public PermissionCalls(
      UserCenterClient client,
      Executor threads,
      OwnChanges enforced,
      AutoCreatedTopics autoCreated) {
    this.client = client;
    this.threads = threads;
    this.enforced = enforced;
    this.autoCreated = autoCreated;
    this.calls = new CenterCalls(threads);
  }

  /**
   * @param type {@code namespace} or {@code topic}
   * @param cause the possible callers; refused unless it is exactly one
   */
  public CompletableFuture<Void> grant(
      String type, String resource, String user, Set<AuthAction> actions, OpenCalls.Cause cause) {
    return change(body("grant", type, resource, user, actions), cause);
  }

  /** Revokes everything that pulsar-admin can grant: all actions. */
  public CompletableFuture<Void> revoke(
      String type, String resource, String user, OpenCalls.Cause cause) {
    Set<AuthAction> all = EnumSet.allOf(AuthAction.class);
    return change(body("revoke", type, resource, user, all), cause);
  }

  /** The users with permissions on the resource, as Pulsar's actions. */
  public CompletableFuture<Map<String, Set<AuthAction>>> list(
      String type, String resource, OpenCalls.Cause cause) {
    return list(body("list", type, resource, null, Set.of()), cause)
        .thenApply(answer -> actions(sets(answer.path("permissions"))));
  }

  /** Lets these users alone use the subscription of the namespace. */
  public CompletableFuture<Void> grantSubscription(
      String namespace, String subscription, Set<String> users, OpenCalls.Cause cause) {
    return changeSubscription("grant_subscription", namespace, subscription, users, cause);
  }

  /** Takes one user off the list. */
  public CompletableFuture<Void> revokeSubscription(
      String namespace, String subscription, String user, OpenCalls.Cause cause) {
    Set<String> users = Set.of(user);
    return changeSubscription("revoke_subscription", namespace, subscription, users, cause);
  }

  /** Subscription → the only users that may use it. */
  public CompletableFuture<Map<String, Set<String>>> listSubscriptions(
      String namespace, OpenCalls.Cause cause) {
    return list(body("list_subscriptions", "namespace", namespace, null, Set.of()), cause)
        .thenApply(answer -> sets(answer.path("subscriptions")));
  }

  private CompletableFuture<Void> changeSubscription(
      String action,
      String namespace,
      String subscription,
      Set<String> users,
      OpenCalls.Cause cause) {
    ObjectNode body = body(action, "namespace", namespace, null, Set.of());
    body.put("subscription", subscription);
    users.forEach(body.putArray("users")::add);
    return change(body, cause);
  }

  private CompletableFuture<Void> change(ObjectNode body, OpenCalls.Cause cause) {
    return caller(cause, MOST_LOOKS)
        .thenApply(cause::caller)
        .thenCompose(actor -> call(body, actor))
        .thenCompose(answer -> enforced.reached(answer.path("revision").asLong()));
  }

  /** The list is the same for every allowed caller, so the caller need not be certain. */
  private CompletableFuture<JsonNode> list(ObjectNode body, OpenCalls.Cause cause) {
    Set<String> callers = cause.callers();
    return call(body, new Caller(callers.size() == 1 ? callers.iterator().next() : null, null));
  }

  /** Waits up to a second for other calls to end; fails unless one caller is left. */
  private CompletableFuture<String> caller(OpenCalls.Cause cause, int looks) {
    Set<String> callers = cause.callers();
    if (callers.size() == 1) {
      return CompletableFuture.completedFuture(callers.iterator().next());
    }
    if (callers.isEmpty() || looks == 0) {
      return CompletableFuture.failedFuture(
          new RestException(
              409,
              "The user center can't tell who asks for this change: "
                  + (callers.isEmpty()
                      ? "nobody who signed in here with its token, password or secret does so now."
                          + " Nothing was changed; sign in so, or use the user center."
                      : "several people do so now."
                          + " Nothing was changed; try again in two minutes, or use the user center.")));
    }
    Executor later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, MILLISECONDS, threads);
    return CompletableFuture.supplyAsync(() -> looks - 1, later)
        .thenCompose(left -> caller(cause, left));
  }

  private static ObjectNode body(
      String action, String type, String resource, String user, Set<AuthAction> actions) {
    ObjectNode body = JSON.createObjectNode();
    body.put("action", action).put("resource_type", type).put("resource", resource);
    ArrayNode names = body.put("user", user).putArray("actions");
    actions.forEach(allowed -> names.add(allowed.name()));
    return body;
  }

  private CompletableFuture<JsonNode> call(ObjectNode body, Caller actor) {
    body.put("actor", actor.principal()).put("proof", actor.proof());
    return calls
        .call(() -> client.permissions(body))
        .exceptionallyCompose(failure -> againIfMade(body, failure))
        .exceptionally(
            failure -> {
              throw FutureUtil.unwrapCompletionException(failure)
                      instanceof CallRefusedException refused
                  ? new RestException(refused.status(), refused.getMessage())
                  : new CompletionException(failure);
            });
  }

  /** A first right on a topic that the center does not know: reports the topic if it is there. */
  private CompletableFuture<JsonNode> againIfMade(ObjectNode body, Throwable failure) {
    boolean mayBeMade =
        body.path("action").asText().equals("grant")
            && body.path("resource_type").asText().equals("topic")
            && FutureUtil.unwrapCompletionException(failure) instanceof CallRefusedException refused
            && refused.status() == 404;
    return (mayBeMade
            ? autoCreated.report(body.path("resource").asText())
            : CompletableFuture.completedFuture(false))
        .thenCompose(
            there ->
                there
                    ? calls.call(() -> client.permissions(body))
                    : CompletableFuture.failedFuture(failure));
  }

  /** Reads {@code {name: [text]}}. */
  private static Map<String, Set<String>> sets(JsonNode lists) {
    Map<String, Set<String>> sets = new HashMap<>();
    lists
        .fields()
        .forEachRemaining(
            list -> {
              Set<String> texts = new TreeSet<>();
              list.getValue().forEach(text -> texts.add(text.asText()));
              sets.put(list.getKey(), texts);
            });
    return sets;
  }

  /** Leaves out actions that this Pulsar does not know. */
  private static Map<String, Set<AuthAction>> actions(Map<String, Set<String>> namesByUser) {
    Map<String, Set<AuthAction>> permissions = new HashMap<>();
    namesByUser.forEach(
        (user, names) -> {
          Set<AuthAction> actions = EnumSet.noneOf(AuthAction.class);
          for (String name : names) {
            String action = name.toLowerCase(Locale.ROOT);
            actions.addAll(Enums.getIfPresent(AuthAction.class, action).asSet());
          }
          permissions.put(user, actions);
        });
    return permissions;
  }
}
