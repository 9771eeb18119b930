package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import io.github.pulsarusercenter.permissions.RecentAskers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.client.admin.GrantTopicPermissionOptions;
import org.apache.pulsar.client.admin.RevokeTopicPermissionOptions;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;

/** Brings pulsar-admin's grant calls together with the person whose question came just before. */
final class GrantCalls {
  /** The place of a question that is about no resource: is this a super user? */
  static final String ANYWHERE = "*";

  private static final String MANY = "PermissionsOnTopics";

  private final PermissionCalls calls;
  private final RecentAskers askers;

  GrantCalls(PermissionCalls calls, LongSupplier clock) {
    this.calls = calls;
    this.askers = new RecentAskers(clock);
  }

  /**
   * Remembers an asker who may, when the question belongs to a call about permissions.
   *
   * @param place what the question was about, used when the HTTP path does not say more
   */
  CompletableFuture<Boolean> asked(
      boolean allowed, String role, String place, AuthenticationDataSource data) {
    if (allowed) {
      SignInData ours = SignInData.of(data);
      String exact = PermissionPlace.of(ours);
      boolean unknownCall = ours == null || (ours.path() != null && ours.path().endsWith(MANY));
      if (exact != null || unknownCall) {
        askers.allowed(exact == null ? place : exact, role);
      }
    }
    return CompletableFuture.completedFuture(allowed);
  }

  CompletableFuture<Void> grant(NamespaceName namespace, Set<AuthAction> actions, String user) {
    String name = namespace.toString();
    return calls.grant("namespace", name, user, actions, who(name, namespace.getTenant()));
  }

  CompletableFuture<Void> grant(TopicName topic, Set<AuthAction> actions, String user) {
    String name = topic.getPartitionedTopicName();
    return calls.grant("topic", name, user, actions, who(name, topic.getTenant()));
  }

  CompletableFuture<Void> grant(List<GrantTopicPermissionOptions> options) {
    return all(
        options.stream()
            .map(one -> grant(TopicName.get(one.getTopic()), one.getActions(), one.getRole())));
  }

  CompletableFuture<Void> revoke(NamespaceName namespace, String user) {
    String name = namespace.toString();
    return calls.revoke("namespace", name, user, who(name, namespace.getTenant()));
  }

  CompletableFuture<Void> revoke(TopicName topic, String user) {
    String name = topic.getPartitionedTopicName();
    return calls.revoke("topic", name, user, who(name, topic.getTenant()));
  }

  CompletableFuture<Void> revoke(List<RevokeTopicPermissionOptions> options) {
    return all(options.stream().map(one -> revoke(TopicName.get(one.getTopic()), one.getRole())));
  }

  CompletableFuture<Map<String, Set<AuthAction>>> list(NamespaceName namespace) {
    String name = namespace.toString();
    return calls.list("namespace", name, who(name, namespace.getTenant()));
  }

  CompletableFuture<Map<String, Set<AuthAction>>> list(TopicName topic) {
    String name = topic.getPartitionedTopicName();
    return calls.list("topic", name, who(name, topic.getTenant()));
  }

  static CompletableFuture<Void> noSubscriptionGrants() {
    return CompletableFuture.failedFuture(
        new RestException(
            405,
            "The user center has no permissions per subscription: a user's own subscriptions are"
                + " those named after the user; grant 'manage subscriptions' for all others."));
  }

  private String who(String resource, String tenant) {
    return askers.who(resource, tenant, ANYWHERE);
  }

  private static CompletableFuture<Void> all(Stream<CompletableFuture<Void>> calls) {
    return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new));
  }
}
