package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.NetworkList;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether a verified credential lets its user in. Asked at sign-in and at every check of an open
 * connection. Users in superUserRoles may sign in without a snapshot or with one that is too old,
 * so that a broker can start without the center. What a snapshot says about them still counts.
 *
 * @param superUsers broker.conf's superUserRoles as of now
 * @param proxyRoles broker.conf's proxyRoles as of now
 * @param clock epoch ms
 */
public record SignInRules(
    CurrentRights rights,
    Supplier<Set<String>> superUsers,
    Supplier<Set<String>> proxyRoles,
    LongSupplier clock) {
  /** Throws when the credential does not let its user in now, wherever it is used. */
  public void demand(Credential credential) throws RefusedException {
    demand(credential, refusal(credential));
  }

  /** Throws when the credential does not let its user in now from there. */
  public void demand(Credential credential, Origin origin) throws RefusedException {
    demand(credential, refusal(credential, origin));
  }

  private static void demand(Credential credential, Refusal refusal) throws RefusedException {
    if (refusal != null) {
      throw new RefusedException(refusal, credential.principal());
    }
  }

  /** Why the credential does not let its user in from this origin; null when it does. */
  public Refusal refusal(Credential credential, Origin origin) {
    Refusal refusal = refusal(credential);
    boolean outside = refusal == null && isOutside(credential, rights.snapshot(), origin);
    return outside ? Refusal.OUTSIDE_NETWORK : refusal;
  }

  /** Why the credential lets its user in nowhere; null when it lets the user in somewhere. */
  public Refusal refusal(Credential credential) {
    if (clock.getAsLong() >= credential.expiresAt()) {
      return Refusal.EXPIRED;
    }
    PermissionSnapshot snapshot = rights.snapshot();
    boolean trusted = superUsers.get().contains(credential.principal());
    if (snapshot == null) {
      return trusted ? null : Refusal.NOT_READY;
    }
    if (rights.isTooOld() && !trusted) {
      return Refusal.SNAPSHOT_TOO_OLD;
    }
    Refusal refusal = refusal(credential, snapshot);
    boolean reserved = trusted || proxyRoles.get().contains(credential.principal());
    // A main account names its sub-accounts freely. It could take the name of a super user that
    // signs in with another provider, and that the center does not know.
    boolean borrowed =
        refusal == null && reserved && snapshot.user(credential.principal()).main() != null;
    return borrowed ? Refusal.RESERVED_NAME : refusal;
  }

  /** True when the center has revoked the sign-in: the connection must be closed at once. */
  public static boolean isRevoked(Credential credential, PermissionSnapshot snapshot) {
    return refusal(credential, snapshot) != null;
  }

  /**
   * True when the credential or its user is limited to networks, and the user is not known to be in
   * one of them.
   *
   * @param snapshot may be null
   */
  public static boolean isOutside(
      Credential credential, PermissionSnapshot snapshot, Origin origin) {
    boolean limitedUsers = snapshot != null && snapshot.hasNetworks();
    if (credential.networks() == null && !limitedUsers) {
      return false;
    }
    IpAddress from = origin.from(credential.principal());
    return !NetworkList.letIn(credential.networks(), from)
        || (limitedUsers && isOutside(credential.principal(), snapshot, from));
  }

  /** The same for a user. A sub-account keeps to its main account's networks too. */
  public static boolean isOutside(String name, PermissionSnapshot snapshot, IpAddress from) {
    UserRights user = snapshot.user(name);
    UserRights main = user == null ? null : snapshot.user(user.main());
    return (user != null && !user.mayActFrom(from)) || (main != null && !main.mayActFrom(from));
  }

  /** The epoch of the rights by which this judges; null when it is not known. */
  String epoch() {
    PermissionSnapshot snapshot = rights.snapshot();
    return snapshot == null ? null : snapshot.position().epoch();
  }

  /** Whether the center limits this user to networks, itself or by its main account. */
  boolean isLimited(String principal) {
    PermissionSnapshot snapshot = rights.snapshot();
    return snapshot != null && snapshot.hasNetworks() && isOutside(principal, snapshot, null);
  }

  /** False when the center is known to have no such user; true without a snapshot. */
  public boolean mayExist(String principal) {
    PermissionSnapshot snapshot = rights.snapshot();
    return snapshot == null || snapshot.user(principal) != null;
  }

  private static Refusal refusal(Credential credential, PermissionSnapshot snapshot) {
    UserRights user = snapshot.user(credential.principal());
    if (user == null) {
      return Refusal.UNKNOWN_PRINCIPAL;
    }
    if (!user.isActive()) {
      return Refusal.USER_DISABLED;
    }
    if (user.main() != null && !isActive(snapshot.user(user.main()))) {
      return Refusal.MAIN_ACCOUNT_DISABLED;
    }
    boolean revoked =
        credential.isToken() ? isTokenRevoked(credential, user, snapshot) : isOld(credential, user);
    boolean passwordChanged = credential.version() != 0 && isOld(credential, user);
    return revoked || passwordChanged ? Refusal.REVOKED : null;
  }

  private static boolean isOld(Credential credential, UserRights user) {
    return credential.version() < user.cred();
  }

  /** Also when its key was withdrawn, so that tokens made with a stolen signing key end. */
  private static boolean isTokenRevoked(
      Credential token, UserRights user, PermissionSnapshot snapshot) {
    return snapshot.isRevoked(token.id())
        || token.issuedAt() < user.tokensFrom()
        || snapshot.key(token.keyId()) == null;
  }

  private static boolean isActive(UserRights user) {
    return user != null && user.isActive();
  }
}
