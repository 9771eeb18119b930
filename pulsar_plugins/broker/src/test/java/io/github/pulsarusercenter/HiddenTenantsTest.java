package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.junit.jupiter.api.Test;

/** Tenants made by a body that the broker hides from the plugin, which names administrators. */
class HiddenTenantsTest extends ProviderSetUp {
  private static final AuthenticationDataSource FILE =
      new AuthenticationDataSource() {
        @Override
        public boolean hasDataFromHttp() {
          return true;
        }

        @Override
        public String getHttpHeader(String name) {
          return name.equals("Content-Type") ? "application/json; x=octet-stream" : null;
        }
      };

  private boolean makes(String role) {
    return provider
        .allowTenantOperationAsync("new", role, TenantOperation.CREATE_TENANT, FILE)
        .join();
  }

  @Test
  void aHiddenTenantIsDeniedAndTheDenialIsRecorded() throws IOException {
    assertFalse(makes("alice"));
    assertFalse(makes("broker"));
    provider.close();
    assertEquals(2, events().split("UNKNOWN_OPERATION", -1).length - 1);
  }

  @Test
  void whileObservingPulsarsOwnProviderAnswers() throws IOException {
    provider.close();
    conf.getProperties().setProperty("userCenterMode", "observe");
    conf.getProperties().setProperty("userCenterNativeProvider", Allowing.class.getName());
    begin();
    assertTrue(makes("alice"));
  }

  static final class Allowing extends PulsarAuthorizationProvider {
    @Override
    public void initialize(ServiceConfiguration conf, PulsarResources resources) {}

    @Override
    public CompletableFuture<Boolean> allowTenantOperationAsync(
        String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
      return CompletableFuture.completedFuture(true);
    }
  }

  private String events() throws IOException {
    StringBuilder all = new StringBuilder();
    try (var files = Files.list(directory.resolve("events"))) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }
}
