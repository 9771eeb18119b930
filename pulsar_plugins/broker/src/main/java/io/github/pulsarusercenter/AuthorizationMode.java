package io.github.pulsarusercenter;

import io.github.pulsarusercenter.questions.BrokerRequest;
import io.github.pulsarusercenter.questions.GrantCalls;
import java.io.Closeable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;

/** What {@code userCenterMode} decides: who answers the broker, and who makes its grants. */
interface AuthorizationMode extends Closeable {
  CompletableFuture<Boolean> answer(BrokerRequest request);

  // Here a proxy's role does not pass as it does in all other calls.

  CompletableFuture<Boolean> superUser(BrokerRequest request);

  CompletableFuture<Boolean> tenantAdmin(BrokerRequest request, String tenant);

  // Calls that only the enforcing mode treats in a way of their own.

  default CompletableFuture<Boolean> tenant(BrokerRequest request, TenantOperation operation) {
    return answer(request);
  }

  default CompletableFuture<Boolean> namespace(
      BrokerRequest request, NamespaceName namespace, NamespaceOperation operation) {
    return answer(request);
  }

  default CompletableFuture<Boolean> namespacePolicy(
      BrokerRequest request, PolicyName policy, PolicyOperation operation) {
    return answer(request);
  }

  default CompletableFuture<Boolean> topicPolicy(
      BrokerRequest request, PolicyName policy, PolicyOperation operation) {
    return answer(request);
  }

  // What clients ask most: while enforcing, no request is made for the native provider.

  default CompletableFuture<Boolean> produce(
      TopicName topic, String role, AuthenticationDataSource data) {
    return topic(topic, role, TopicOperation.PRODUCE, data);
  }

  CompletableFuture<Boolean> consume(
      TopicName topic, String role, AuthenticationDataSource data, String subscription);

  CompletableFuture<Boolean> lookUp(TopicName topic, String role, AuthenticationDataSource data);

  CompletableFuture<Boolean> topic(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data);

  /** Makes a call about permissions at the center or at the native provider. */
  <T> CompletableFuture<T> permissions(
      Function<GrantCalls, CompletableFuture<T>> centerCall,
      Function<AuthorizationProvider, CompletableFuture<T>> nativeCall);
}
