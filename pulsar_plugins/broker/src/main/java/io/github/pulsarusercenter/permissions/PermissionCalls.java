package io.github.pulsarusercenter.permissions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.AuthAction;

/**
 * pulsar-admin's grant, revoke and list: calls to the center, the only truth about permissions.
 * They run on the plugin's own threads; refusals carry a status and a sentence for the person at
 * pulsar-admin.
 */
public final class PermissionCalls {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final UserCenterClient client;
  private final Executor threads;

  public PermissionCalls(UserCenterClient client, Executor threads) {
    this.client = client;
    this.threads = threads;
  }

  /**
   * @param type {@code namespace} or {@code topic}
   * @param actor who grants; null when that can't be told, which is refused
   */
  public CompletableFuture<Void> grant(
      String type, String resource, String user, Set<AuthAction> actions, String actor) {
    return change("grant", type, resource, user, actions, actor);
  }

  /** Takes back what pulsar-admin can grant: all actions. */
  public CompletableFuture<Void> revoke(String type, String resource, String user, String actor) {
    return change("revoke", type, resource, user, EnumSet.allOf(AuthAction.class), actor);
  }

  /** The users that hold something on the resource, with Pulsar's actions. */
  public CompletableFuture<Map<String, Set<AuthAction>>> list(
      String type, String resource, String actor) {
    return call(body("list", type, resource, null, null, actor)).thenApply(PermissionCalls::listed);
  }

  private CompletableFuture<Void> change(
      String action,
      String type,
      String resource,
      String user,
      Collection<AuthAction> actions,
      String actor) {
    if (actor == null) {
      return CompletableFuture.failedFuture(
          new RestException(
              409,
              "The user center can't tell who asks for this change (several people at the same"
                  + " moment?). Nothing was changed; try again, or use the user center."));
    }
    return call(body(action, type, resource, user, actions, actor)).thenApply(answer -> null);
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
    try {
      threads.execute(() -> ask(body, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(new RestException(503, "The broker is busy; try again."));
    }
    return result;
  }

  private void ask(ObjectNode body, CompletableFuture<JsonNode> result) {
    try {
      result.complete(client.permissions(body));
    } catch (CenterException e) {
      int status = e.status() >= 400 && e.status() < 500 && e.status() != 401 ? e.status() : 502;
      result.completeExceptionally(new RestException(status, "User center: " + e.getMessage()));
    } catch (IOException e) {
      result.completeExceptionally(
          new RestException(503, "The user center can't be reached; nothing was changed."));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(new RestException(503, "The broker is shutting down."));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
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
