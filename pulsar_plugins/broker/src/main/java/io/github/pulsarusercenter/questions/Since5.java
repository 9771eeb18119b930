package io.github.pulsarusercenter.questions;

import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.common.naming.TopicName;

/** What providers have from Pulsar 5.0 on, called by name: the plugin is compiled against 4.0. */
public final class Since5 {
  private Since5() {}

  static CompletableFuture<Boolean> allowTopicAutoCreation(
      AuthorizationProvider provider, TopicName topic, String role, AuthenticationDataSource data) {
    Class<?>[] types = {TopicName.class, String.class, AuthenticationDataSource.class};
    return call(provider, "allowTopicAutoCreationAsync", types, topic, role, data);
  }

  public static CompletableFuture<Void> copyPermissions(
      AuthorizationProvider provider, TopicName from, TopicName to) {
    Class<?>[] types = {TopicName.class, TopicName.class};
    return call(provider, "copyPermissionsAsync", types, from, to);
  }

  @SuppressWarnings("unchecked")
  private static <T> CompletableFuture<T> call(
      AuthorizationProvider provider, String name, Class<?>[] types, Object... arguments) {
    try {
      Object answer =
          AuthorizationProvider.class.getMethod(name, types).invoke(provider, arguments);
      return (CompletableFuture<T>) answer;
    } catch (ReflectiveOperationException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
