package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Origin;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import java.util.Set;

/** Whether the sign-ins of a connection have ended, so that it must be closed. */
final class EndedSignIns {
  private EndedSignIns() {}

  /**
   * True when a user of the connection, or a credential that holds it open, no longer counts there.
   *
   * @param trusted broker.conf's superUserRoles as of now
   */
  static boolean has(OpenConnection followed, PermissionSnapshot snapshot, Set<String> trusted) {
    String principal = followed.connection().principal();
    for (String name : followed.names()) {
      // A proxy may have signed in with another provider, as a user that the center does not know.
      boolean known = name.equals(principal) || snapshot.user(name) != null;
      if (known && !trusted.contains(name) && !mayBeOpen(name, followed.connection(), snapshot)) {
        return true;
      }
    }
    return isRevoked(followed.connection(), snapshot);
  }

  /** The same for the credentials alone. */
  static boolean isRevoked(Connection connection, PermissionSnapshot snapshot) {
    return connection.credentials().stream()
        .anyMatch(
            credential ->
                SignInRules.isRevoked(credential, snapshot)
                    || SignInRules.isOutside(credential, snapshot, connection));
  }

  private static boolean mayBeOpen(String name, Origin origin, PermissionSnapshot snapshot) {
    UserRights user = snapshot.user(name);
    if (user == null || !user.isActive()) {
      return false;
    }
    if (snapshot.hasNetworks() && SignInRules.isOutside(name, snapshot, origin.from(name))) {
      return false;
    }
    UserRights main = snapshot.user(user.main());
    return user.main() == null || (main != null && main.isActive());
  }
}
