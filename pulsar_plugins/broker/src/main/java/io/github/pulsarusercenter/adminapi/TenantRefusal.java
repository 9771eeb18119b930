package io.github.pulsarusercenter.adminapi;

import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.pulsar.common.intercept.InterceptException;

/**
 * For brokers before 4.0.2, whose interceptors can only refuse a call: refuses calls that name
 * administrators of a tenant. Pulsar would store and show them, but they would have no effect.
 *
 * @param superUsers broker.conf's superUserRoles as of now; they need no grant
 */
public record TenantRefusal(Supplier<Set<String>> superUsers) {
  /** Fails when the call names administrators of a tenant. */
  public void demandNoAdministrators(String method, String path, byte[] body)
      throws InterceptException, IOException {
    if (TenantAdministrators.mayName(method, path)
        && !TenantBody.of(body).named(superUsers.get()).isEmpty()) {
      throw new InterceptException(
          409,
          "Administrators of a tenant are made in the user center (authority 104 on the tenant);"
              + " in Pulsar they would have no effect. Nothing was changed: do it without"
              + " --admin-roles.");
    }
  }
}
