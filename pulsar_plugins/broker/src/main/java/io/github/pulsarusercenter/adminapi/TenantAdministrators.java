package io.github.pulsarusercenter.adminapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.AuthenticationException;
import org.apache.pulsar.common.policies.data.TenantInfo;

/**
 * Turns the administrators that {@code tenants create} and {@code update} name into grants at the
 * center, in the caller's name, before the broker handles the rest of the call (decision 0034). The
 * names are not stored in Pulsar's own lists, but those of owners, who need no grant.
 *
 * <p>No thread of the broker waits: the call is paused, and later goes through all filters again.
 * Uncertain calls are refused with a sentence, and change nothing.
 */
public final class TenantAdministrators extends AbstractAdminCallFilter {
  /** The broker's metadata about a tenant. */
  public interface TenantLookup {
    CompletableFuture<Optional<TenantInfo>> find(String tenant);
  }

  /** Makes users administrators at the center. */
  public interface AdministratorGrant {
    /**
     * The answer has the revision of the change, and {@code owners}: who needs no grant.
     *
     * @param only all names of the list that was sent: others do not administer the tenant any
     *     longer; null: nobody loses it
     * @param creates whether the broker makes the tenant when this is done
     */
    JsonNode administrators(
        String tenant, boolean creates, Set<String> users, Set<String> only, Caller caller)
        throws IOException, InterruptedException;
  }

  private static final String NOT_MADE =
      "The administrators could not be set; nothing was changed.";

  /**
   * Also matches paths that a server might merely take for a tenant's: to check too many calls does
   * no harm.
   */
  private static final Pattern TENANT = Pattern.compile("/+admin(/+v2/+tenants|/+properties)/.+");

  private static final Pattern TENANTS = Pattern.compile("tenants|properties");
  private static final Pattern PLAIN = Pattern.compile("/admin/v2/tenants/([-=:.\\w]+)");
  private static final Question CREATE = Question.of("tenant:CREATE_TENANT");
  private static final Question UPDATE = Question.of("tenant:UPDATE_TENANT");

  private final Supplier<Set<String>> superUsers;
  private final ResourceName cluster;
  private final TenantLookup tenants;
  private final AdministratorGrant center;
  private final CenterCalls calls;
  private final OwnChanges enforced;

  /**
   * @param superUsers broker.conf's superUserRoles as of now. They need no grant, and Pulsar names
   *     them itself when it creates its own tenants
   * @param cluster this cluster's name in the center
   */
  public TenantAdministrators(
      Answers answers,
      ProxyRules proxies,
      Supplier<Set<String>> superUsers,
      String cluster,
      TenantLookup tenants,
      AdministratorGrant center,
      CenterCalls calls,
      OwnChanges enforced) {
    super(answers, proxies, "The administrators stay as they were and nothing was changed: ");
    this.superUsers = superUsers;
    this.cluster = ResourceName.cluster(cluster);
    this.tenants = tenants;
    this.center = center;
    this.calls = calls;
    this.enforced = enforced;
  }

  @Override
  public boolean concerns(String method, String path) {
    return mayName(method, path);
  }

  /** Whether a call may name administrators of a tenant. */
  static boolean mayName(String method, String path) {
    boolean changes = "PUT".equals(method) || "POST".equals(method);
    return changes
        && path != null
        && (TENANT.matcher(path).matches() || Paths.mayHide(path, TENANTS));
  }

  @Override
  boolean handle(AdminCall call) throws IOException, AuthenticationException {
    TenantBody body = TenantBody.of(body(call));
    Set<String> names = body.named(superUsers.get());
    if (names.isEmpty() && !setsList(call, body)) {
      return false;
    }
    Matcher plain = PLAIN.matcher(call.path());
    if (!plain.matches()) {
      throw refusal(409, "the tenant has to stand in the path as /admin/v2/tenants/NAME.");
    }
    if (call.signIn()) {
      grantAtCenter(call, plain.group(1), caller(call), body, names);
    }
    return true;
  }

  /** An update sends the whole list: who is missing in it administers the tenant no longer. */
  private static boolean setsList(AdminCall call, TenantBody body) {
    return "POST".equals(call.method())
        && body.hasList()
        && call.header(AdminCall.STORED_LISTS) == null;
  }

  private void grantAtCenter(
      AdminCall call, String tenant, Caller caller, TenantBody body, Set<String> names) {
    boolean creates = "PUT".equals(call.method());
    demandMay(
        creates ? CREATE : UPDATE,
        creates ? cluster : ResourceName.tenant(tenant),
        caller,
        call,
        "you may not " + (creates ? "create tenants here." : "change the tenant."));
    Set<String> only = setsList(call, body) ? body.named(Set.of()) : null;
    AdminCall.PausedCall paused = call.pause();
    end(
        paused,
        tenants
            .find(tenant)
            .thenApply(existing -> newcomers(creates, tenant, existing, names))
            .thenCompose(
                fresh -> grant(tenant, creates, only == null ? fresh : names, only, caller, fresh))
            .thenApply(body::without),
        NOT_MADE);
  }

  /**
   * The names that are not in the broker's own list yet and shall not get into it. Names in it are
   * from before the plugin; they count again where a broker goes back to observing.
   */
  private Set<String> newcomers(
      boolean creates, String tenant, Optional<TenantInfo> existing, Set<String> names) {
    if (creates && existing.isPresent()) {
      throw refusal(409, "the tenant " + tenant + " is there already.");
    }
    if (!creates && existing.isEmpty()) {
      throw refusal(404, "the cluster has no tenant " + tenant + ".");
    }
    Set<String> fresh = new TreeSet<>(names);
    existing.map(TenantInfo::getAdminRoles).ifPresent(fresh::removeAll);
    return fresh;
  }

  private CompletableFuture<Set<String>> grant(
      String tenant,
      boolean creates,
      Set<String> users,
      Set<String> only,
      Caller caller,
      Set<String> fresh) {
    if (users.isEmpty() && only == null) {
      return CompletableFuture.completedFuture(fresh);
    }
    return calls
        .call(() -> center.administrators(tenant, creates, users, only, caller))
        .thenCompose(
            answer -> {
              // What the center need not hold, the broker's own list does.
              answer.path("owners").forEach(owner -> fresh.remove(owner.asText()));
              return enforced.reached(answer.path("revision").asLong()).thenApply(done -> fresh);
            });
  }
}
