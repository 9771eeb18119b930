package io.github.pulsarusercenter;

import java.io.IOException;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.broker.resources.PulsarResources;

/** The provider whose answers count while the plugin only observes. */
final class NativeProvider {
  private NativeProvider() {}

  /**
   * Creates and initializes the provider as the broker would.
   *
   * @throws IOException when it can't be loaded, with a sentence that says what to set; or thrown
   *     by the provider
   */
  static AuthorizationProvider load(
      String className, ServiceConfiguration conf, PulsarResources resources) throws IOException {
    AuthorizationProvider provider;
    try {
      provider =
          Class.forName(className)
              .asSubclass(AuthorizationProvider.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw wrong(className, "it can't be made (" + e + ")", e);
    }
    if (provider instanceof UserCenterAuthorizationProvider) {
      throw wrong(className, "it is this plugin itself", null);
    }
    provider.initialize(conf, resources);
    return provider;
  }

  private static IOException wrong(String className, String why, Throwable cause) {
    return new IOException(
        "Pulsar User Center: userCenterNativeProvider is '%s', but %s: set it to the class that was authorizationProvider before."
            .formatted(className, why),
        cause);
  }
}
