package io.github.pulsarusercenter.permissions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.AuthAction;

/**
 * pulsar-admin's grant, revoke and list: calls to the center, the only truth about permissions.
 * They run on the plugin's own threads; refusals carry a status and a sentence for the person at
 * pulsar-admin.
 */
public final class PermissionCalls {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** More would wait for longer than anybody at pulsar-admin does while the center hangs. */
  private static final int MOST_AT_ONCE = 16;

  private static final int MOST_LOOKS = 50;
  private static final long PAUSE_MILLIS = 20;

  private final UserCenterClient client;
  private final Executor threads;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  public PermissionCalls(UserCenterClient client, Executor threads) {
    this.client = client;
    this.threads = threads;
  }

  /**
   * @param type {@code namespace} or {@code topic}
   * @param cause who may be granting; refused when that is not exactly one
   */
  public CompletableFuture<Void> grant(
      String type, String resource, String user, Set<AuthAction> actions, OpenCalls.Cause cause) {
    return change("grant", type, resource, user, actions, cause);
  }

  /** Takes back what pulsar-admin can grant: all actions. */
  public CompletableFuture<Void> revoke(
      String type, String resource, String user, OpenCalls.Cause cause) {
    return change("revoke", type, resource, user, EnumSet.allOf(AuthAction.class), cause);
  }

  /**
   * The users that hold something on the resource, with Pulsar's actions. It is the same for all
   * who may ask, so it does not matter which of several did.
   */
  public CompletableFuture<Map<String, Set<AuthAction>>> list(
      String type, String resource, OpenCalls.Cause cause) {
    Set<String> who = cause.who();
    String actor = who.size() == 1 ? who.iterator().next() : null;
    return call(body("list", type, resource, null, null, actor)).thenApply(PermissionCalls::listed);
  }

  private CompletableFuture<Void> change(
      String action,
      String type,
      String resource,
      String user,
      Collection<AuthAction> actions,
      OpenCalls.Cause cause) {
    return caller(cause, MOST_LOOKS)
        .thenCompose(actor -> call(body(action, type, resource, user, actions, actor)))
        .thenApply(answer -> null);
  }

  /** Waits a moment for others that are about to end; fails unless one person is left. */
  private CompletableFuture<String> caller(OpenCalls.Cause cause, int looks) {
    Set<String> who = cause.who();
    if (who.size() == 1) {
      return CompletableFuture.completedFuture(who.iterator().next());
    }
    if (who.isEmpty() || looks == 0) {
      return CompletableFuture.failedFuture(
          new RestException(
              409,
              "The user center can't tell who asks for this change: "
                  + (who.isEmpty() ? "the caller is not known." : "several people do so now.")
                  + " Nothing was changed; try again in two minutes, or use the user center."));
    }
    Executor later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, MILLISECONDS, threads);
    return CompletableFuture.supplyAsync(() -> looks - 1, later)
        .thenCompose(left -> caller(cause, left));
  }

  private static ObjectNode body(
      String action,
      String type,
      String resource,
      String user,
      Collection<AuthAction> actions,
      String actor) {
    ObjectNode body = JSON.createObjectNode();
    body.put("action", action).put("resource_type", type).put("resource", resource);
    body.put("user", user).put("actor", actor);
    ArrayNode names = body.putArray("actions");
    if (actions != null) {
      actions.forEach(one -> names.add(one.name()));
    }
    return body;
  }

  private CompletableFuture<JsonNode> call(ObjectNode body) {
    CompletableFuture<JsonNode> result = new CompletableFuture<>();
    if (!places.tryAcquire()) {
      result.completeExceptionally(busy());
      return result;
    }
    try {
      threads.execute(() -> ask(body, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(busy());
    }
    return result.whenComplete((answer, failure) -> places.release());
  }

  private static RestException busy() {
    return new RestException(
        503, "The user center is slow to answer and others wait already; nothing was changed.");
  }

  private void ask(ObjectNode body, CompletableFuture<JsonNode> result) {
    try {
      result.complete(client.permissions(body));
    } catch (CenterException e) {
      int status = e.status() >= 400 && e.status() < 500 && e.status() != 401 ? e.status() : 502;
      result.completeExceptionally(new RestException(status, "User center: " + e.getMessage()));
    } catch (IOException e) {
      result.completeExceptionally(new RestException(503, unreached(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(new RestException(503, "The broker is shutting down."));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  private static String unreached(IOException failure) {
    boolean sent = !(failure.getCause() instanceof ConnectException);
    return "The user center "
        + (sent
            ? "did not answer in time. Look at the permissions later: the change may still happen."
            : "can't be reached; nothing was changed.");
  }

  /**
   * Accepts {@code {"permissions": {user: [action]}}}; actions this Pulsar does not know are left
   * out.
   */
  private static Map<String, Set<AuthAction>> listed(JsonNode answer) {
    Map<String, Set<AuthAction>> permissions = new HashMap<>();
    answer
        .path("permissions")
        .fields()
        .forEachRemaining(
            user -> {
              Set<AuthAction> actions = EnumSet.noneOf(AuthAction.class);
              user.getValue().forEach(action -> add(actions, action.asText()));
              permissions.put(user.getKey(), actions);
            });
    return permissions;
  }

  private static void add(Set<AuthAction> actions, String name) {
    for (AuthAction known : AuthAction.values()) {
      if (known.name().equals(name.toLowerCase(Locale.ROOT))) {
        actions.add(known);
      }
    }
  }
}
