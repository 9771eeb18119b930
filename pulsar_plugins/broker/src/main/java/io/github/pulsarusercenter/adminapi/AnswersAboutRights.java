package io.github.pulsarusercenter.adminapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.CallRefusedException;
import io.github.pulsarusercenter.permissions.CenterCalls;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.common.util.FutureUtil;

/**
 * What the broker's own answers about a tenant and a namespace say of rights: what the center
 * holds, in Pulsar's words, instead of Pulsar's stored lists, which give nothing. Terraform and the
 * Kubernetes operator compare by them.
 */
public final class AnswersAboutRights extends AbstractAdminCallFilter {
  /** What the center says of a place. */
  public interface Description {
    JsonNode describe(String type, String name, Caller caller)
        throws IOException, InterruptedException;
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PLACE =
      Pattern.compile("/admin/v2/(?:tenants/([-=:.\\w]+)|namespaces/([-=:.\\w]+/[-=:.\\w]+))/?");
  private static final String FAILED = "What is held here could not be read.";

  /** Pulsar's field, and the center's. */
  private static final Map<String, String> AUTH_POLICIES =
      Map.of(
          "namespace_auth", "permissions",
          "destination_auth", "topics",
          "subscription_auth_roles", "subscriptions");

  private final Supplier<Set<String>> superUsers;
  private final Set<String> ownRoles;
  private final Description center;
  private final CenterCalls calls;

  /**
   * @param superUsers broker.conf's superUserRoles as of now; Pulsar's own list of a tenant counts
   *     for them
   * @param ownRoles the roles of this broker's own client, which has to start without the center
   */
  public AnswersAboutRights(
      Answers answers,
      ProxyRules proxies,
      Supplier<Set<String>> superUsers,
      Set<String> ownRoles,
      Description center,
      CenterCalls calls) {
    super(answers, proxies, "Who may do what here is not known: ");
    this.superUsers = superUsers;
    this.ownRoles = ownRoles;
    this.center = center;
    this.calls = calls;
  }

  @Override
  public boolean concerns(String method, String path) {
    return "GET".equals(method) && path != null && PLACE.matcher(path).matches();
  }

  @Override
  boolean handle(AdminCall call) {
    if (call.header(AdminCall.STORED_LISTS) == null) {
      call.holdAnswer(
          (body, held) ->
              end(
                  held,
                  CompletableFuture.completedFuture(body).thenCompose(all -> truth(call, all)),
                  FAILED));
    }
    return false;
  }

  private CompletableFuture<byte[]> truth(AdminCall call, byte[] body) {
    Matcher place = PLACE.matcher(call.path());
    if (!place.matches() || !(TenantBody.json(body) instanceof ObjectNode answer)) {
      return CompletableFuture.completedFuture(body);
    }
    Caller caller = caller(call);
    boolean tenant = place.group(1) != null;
    String name = place.group(tenant ? 1 : 2);
    return calls
        .call(() -> center.describe(tenant ? "tenant" : "namespace", name, caller))
        .exceptionally(failure -> without(failure, caller))
        .thenApply(
            description -> {
              if (tenant) {
                setAdministrators(answer, description);
              } else if (!description.isNull()) {
                setPermissions(answer, description);
              }
              return answer.toString().getBytes(UTF_8);
            });
  }

  /** What is said when the center says nothing: null for the broker's own answer. */
  private JsonNode without(Throwable failure, Caller caller) {
    if (!(FutureUtil.unwrapCompletionException(failure) instanceof CallRefusedException refused)) {
      throw new IllegalStateException(failure);
    }
    return switch (refused.status()) {
        // Nothing is held on a place that the center does not know.
      case 404 -> JSON.createObjectNode().set("administrators", JSON.createArrayNode());
        // Somebody whom the center does not know, or a center of before these answers.
      case 403, 422 -> JSON.nullNode();
      default -> {
        if (ownRoles.contains(caller.principal())) {
          yield JSON.nullNode();
        }
        throw refusal(503, refused.getMessage());
      }
    };
  }

  private void setAdministrators(ObjectNode answer, JsonNode description) {
    JsonNode administrators = description.path("administrators");
    if (!administrators.isArray()) {
      return; // not for who does not administer the tenant
    }
    Set<String> names = new TreeSet<>();
    answer.path("adminRoles").forEach(role -> names.add(role.asText()));
    Set<String> stored = new TreeSet<>(superUsers.get());
    description.path("owners").forEach(name -> stored.add(name.asText()));
    names.retainAll(stored);
    administrators.forEach(name -> names.add(name.asText()));
    ArrayNode roles = answer.putArray("adminRoles");
    names.forEach(roles::add);
  }

  private static void setPermissions(ObjectNode answer, JsonNode description) {
    ObjectNode policies =
        answer.get("auth_policies") instanceof ObjectNode found
            ? found
            : answer.putObject("auth_policies");
    AUTH_POLICIES.forEach(
        (field, name) ->
            policies.set(
                field,
                description.get(name) instanceof ObjectNode held ? held : JSON.createObjectNode()));
  }
}
