package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.permissions.OpenCalls;
import io.github.pulsarusercenter.permissions.PermissionCall;
import io.github.pulsarusercenter.permissions.PermissionCall.Verb;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.client.admin.GrantTopicPermissionOptions;
import org.apache.pulsar.client.admin.RevokeTopicPermissionOptions;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.policies.data.NamespaceOperation;

/** Finds the caller of pulsar-admin's grant calls and passes the calls on. */
public final class GrantCalls {
  private static final Map<String, Verb> OPERATIONS =
      Map.of(
          "GRANT_PERMISSION", Verb.GRANT,
          "REVOKE_PERMISSION", Verb.REVOKE,
          "GET_PERMISSION", Verb.LIST);

  private final PermissionCalls calls;
  private final OpenCalls open;
  private final Set<String> ownRoles;

  /**
   * @param ownRoles the roles of this broker's own client
   */
  public GrantCalls(PermissionCalls calls, Set<String> ownRoles, LongSupplier clock) {
    this.calls = calls;
    this.ownRoles = ownRoles;
    this.open = new OpenCalls(clock);
  }

  /** Called after a question about a namespace was allowed. */
  public void noteAllowed(
      NamespaceName namespace,
      NamespaceOperation operation,
      String role,
      AuthenticationDataSource data) {
    Verb verb = OPERATIONS.get(operation.name());
    if (verb != null) {
      String name = namespace.toString();
      PermissionCall question = new PermissionCall(verb, namespace.getTenant(), name, null);
      PermissionCall path = PermissionPath.of(SignInData.of(data));
      note(role, path == null ? question : narrow(question, path), data);
    }
  }

  /**
   * Called after "is this an administrator?" was allowed; Pulsar also asks it for other reasons.
   *
   * @param tenant the administered tenant; null for the whole cluster
   */
  public void noteAdministrator(String tenant, String role, AuthenticationDataSource data) {
    PermissionCall path = PermissionPath.of(SignInData.of(data));
    if (path != null) {
      note(role, narrow(new PermissionCall(null, tenant, null, null), path), data);
    }
  }

  public CompletableFuture<Void> grant(
      NamespaceName namespace, Set<AuthAction> actions, String user) {
    String name = namespace.toString();
    return calls.grant(
        "namespace", name, user, actions, causeOf(Verb.GRANT, namespace.getTenant(), name, user));
  }

  public CompletableFuture<Void> grant(TopicName topic, Set<AuthAction> actions, String user) {
    String name = topic.getPartitionedTopicName();
    return calls.grant(
        "topic", name, user, actions, causeOf(Verb.GRANT, topic.getTenant(), name, user));
  }

  public CompletableFuture<Void> grant(List<GrantTopicPermissionOptions> options) {
    return all(
        options.stream()
            .map(
                option ->
                    grant(
                        TopicName.get(option.getTopic()), option.getActions(), option.getRole())));
  }

  public CompletableFuture<Void> revoke(NamespaceName namespace, String user) {
    String name = namespace.toString();
    return calls.revoke(
        "namespace", name, user, causeOf(Verb.REVOKE, namespace.getTenant(), name, user));
  }

  public CompletableFuture<Void> revoke(TopicName topic, String user) {
    String name = topic.getPartitionedTopicName();
    return calls.revoke("topic", name, user, causeOf(Verb.REVOKE, topic.getTenant(), name, user));
  }

  public CompletableFuture<Void> revoke(List<RevokeTopicPermissionOptions> options) {
    return all(
        options.stream().map(option -> revoke(TopicName.get(option.getTopic()), option.getRole())));
  }

  public CompletableFuture<Map<String, Set<AuthAction>>> list(NamespaceName namespace) {
    String name = namespace.toString();
    return calls.list("namespace", name, causeOf(Verb.LIST, namespace.getTenant(), name, null));
  }

  public CompletableFuture<Map<String, Set<AuthAction>>> list(TopicName topic) {
    String name = topic.getPartitionedTopicName();
    return calls.list("topic", name, causeOf(Verb.LIST, topic.getTenant(), name, null));
  }

  /** Lets these users alone use the subscription, as far as they may read. */
  public CompletableFuture<Void> grantSubscription(
      NamespaceName namespace, String subscription, Set<String> users) {
    String name = namespace.toString();
    String ruled = PermissionCall.subscription(subscription);
    return calls.grantSubscription(
        name, subscription, users, causeOf(Verb.GRANT, namespace.getTenant(), name, ruled));
  }

  /** Takes one user off the list of the subscription. */
  public CompletableFuture<Void> revokeSubscription(
      NamespaceName namespace, String subscription, String user) {
    String name = namespace.toString();
    String ruled = PermissionCall.subscription(subscription);
    return calls.revokeSubscription(
        name, subscription, user, causeOf(Verb.REVOKE, namespace.getTenant(), name, ruled));
  }

  /** Subscription → the only users that may use it. */
  public CompletableFuture<Map<String, Set<String>>> listSubscriptions(NamespaceName namespace) {
    String name = namespace.toString();
    return calls.listSubscriptions(name, causeOf(Verb.LIST, namespace.getTenant(), name, null));
  }

  private OpenCalls.Cause causeOf(Verb verb, String tenant, String resource, String user) {
    return open.causeOf(new PermissionCall(verb, tenant, resource, user));
  }

  private void note(String role, PermissionCall about, AuthenticationDataSource data) {
    SignInData signIn = SignInData.of(data);
    boolean http = data == null || data.hasDataFromHttp() || !data.hasDataFromCommand();
    // Grants come over HTTP only, and never from the broker itself. If another provider signs the
    // broker in, its calls have no known path and would be candidates for every grant.
    if (!http || (signIn == null && ownRoles.contains(role))) {
      return;
    }
    // Behind a proxy the credential is the proxy's: it proves nothing about the original principal.
    Credential credential = signIn == null ? null : signIn.credential();
    boolean isOwn = credential != null && credential.principal().equals(role);
    OpenCalls.Ticket ticket = open.note(role, isOwn ? credential.proof() : null, about);
    if (signIn != null) {
      signIn.whenOver(() -> open.end(ticket));
    }
  }

  /** The path's details where they agree with the question, else the question alone. */
  private static PermissionCall narrow(PermissionCall question, PermissionCall path) {
    boolean agree =
        (question.verb() == null || question.verb() == path.verb())
            && (question.tenant() == null
                || path.tenant() == null
                || question.tenant().equals(path.tenant()))
            && (question.resource() == null || question.resource().equals(path.resource()));
    if (!agree) {
      return question;
    }
    String tenant = path.tenant() == null ? question.tenant() : path.tenant();
    return new PermissionCall(path.verb(), tenant, path.resource(), path.user());
  }

  private static CompletableFuture<Void> all(Stream<CompletableFuture<Void>> calls) {
    return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new));
  }
}
