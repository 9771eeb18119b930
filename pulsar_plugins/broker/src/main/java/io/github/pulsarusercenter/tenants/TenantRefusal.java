package io.github.pulsarusercenter.tenants;

import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.pulsar.common.intercept.InterceptException;

/**
 * Where a broker lets an interceptor only refuse (before 4.0.2): nobody is made administrator of a
 * tenant in Pulsar's own metadata, which would be stored, shown, and of no effect.
 */
public final class TenantRefusal {
  private final Supplier<Set<String>> superUsers;

  /**
   * @param superUsers broker.conf's superUserRoles as of now; they need nothing
   */
  public TenantRefusal(Supplier<Set<String>> superUsers) {
    this.superUsers = superUsers;
  }

  /** Fails when the call would make somebody administrator of a tenant. */
  public void demandNobodyIsNamed(String method, String path, byte[] body)
      throws InterceptException, IOException {
    if (TenantAdministrators.concerns(method, path)
        && !TenantBody.of(body).named(superUsers.get()).isEmpty()) {
      throw new InterceptException(
          409,
          "Administrators of a tenant are made in the user center (authority 104 on the tenant);"
              + " in Pulsar they would have no effect. Nothing was changed: do it without"
              + " --admin-roles.");
    }
  }
}
