package io.github.pulsarusercenter.adminapi;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.client.Caller;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/** Who makes a call that has signed in, and the proof of it for the center. */
record Callers(ProxyRules proxies) {
  /**
   * The acting principal: behind a proxy the original principal.
   *
   * @return null when it is not certain
   */
  Caller of(AdminCall call) {
    String role = call.role();
    String header = call.header(ProxyRules.ORIGINAL_PRINCIPAL);
    String original = header == null || header.isBlank() ? role : header;
    boolean somebody = original != null && !ProxyRules.STAND_IN.equals(original);
    // A proxy must act for another principal, any other role only for itself.
    if (!somebody || proxies.isProxy(role) == original.equals(role)) {
      return null;
    }
    return new Caller(original, proof(original, call.data()));
  }

  /** The caller's own proof; a proxy's credential proves nothing about the original principal. */
  private static String proof(String actor, AuthenticationDataSource data) {
    SignInData signIn = SignInData.of(data);
    Credential credential = signIn == null ? null : signIn.credential();
    return credential != null && credential.principal().equals(actor) ? credential.proof() : null;
  }
}
