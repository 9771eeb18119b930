package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.Refusal;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import javax.naming.AuthenticationException;
import javax.net.ssl.SSLSession;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.common.api.AuthData;

/**
 * The sign-in of one connection. It expires with its credential, when the user is disabled or gone,
 * and when the credential is revoked. The broker then asks the client for a fresh credential and
 * drops the connection if none comes.
 */
public final class CredentialState implements AuthenticationState {
  /** Verifies what a client has sent; completes with the credential or fails. */
  public interface Verifier extends Function<SignInData, CompletableFuture<Credential>> {}

  private final Verifier verifier;
  private final SignInRules rules;
  private final SocketAddress address;
  private final SSLSession session;
  private final ConnectionOrigin origin;
  private volatile SignInData data;

  public CredentialState(
      Verifier verifier,
      SignInRules rules,
      AddressRules addresses,
      AuthData first,
      SocketAddress address,
      SSLSession session) {
    this.verifier = verifier;
    this.rules = rules;
    this.address = address;
    this.session = session;
    this.origin = new ConnectionOrigin(address, addresses);
    this.data = new CommandData(first, address, session, origin);
  }

  public CredentialState(Verifier verifier, SignInRules rules, SignInData data) {
    this.verifier = verifier;
    this.rules = rules;
    this.address = null;
    this.session = null;
    this.origin = null;
    this.data = data;
  }

  @Override
  public String getAuthRole() throws AuthenticationException {
    Credential credential = data.credential();
    if (credential == null) {
      throw new AuthenticationException("not authenticated yet");
    }
    return credential.principal();
  }

  @Override
  public CompletableFuture<AuthData> authenticateAsync(AuthData sent) {
    CommandData fresh = new CommandData(sent, address, session, origin);
    return verifier
        .apply(fresh)
        .thenApply(
            credential -> {
              demandSamePrincipal(credential);
              fresh.setCredential(credential);
              data = fresh;
              checkStillValid(credential, fresh);
              return null;
            });
  }

  /** Checks again: a revocation since the verification has only seen the former credential here. */
  private void checkStillValid(Credential fresh, Origin from) {
    Refusal refusal = rules.refusal(fresh, from);
    if (refusal != null) {
      throw new CompletionException(new RefusedException(refusal, fresh.principal()));
    }
  }

  /**
   * The broker compares the principals too, but other holders of this state may not
   * (Kafka-on-Pulsar).
   */
  private void demandSamePrincipal(Credential fresh) {
    Credential before = data.credential();
    if (before != null && !before.principal().equals(fresh.principal())) {
      throw new CompletionException(
          new RefusedException(Refusal.PRINCIPAL_CHANGED, before.principal()));
    }
  }

  /** Called by brokers before 3.0 only. Waits no longer than the verifier's deadline. */
  @Override
  @Deprecated
  public AuthData authenticate(AuthData sent) throws AuthenticationException {
    return RefusedException.await(authenticateAsync(sent));
  }

  @Override
  public AuthenticationDataSource getAuthDataSource() {
    return data;
  }

  @Override
  @Deprecated
  public boolean isComplete() {
    return data.credential() != null;
  }

  @Override
  public boolean isExpired() {
    Credential credential = data.credential();
    return credential != null && rules.refusal(credential, data) != null;
  }
}
