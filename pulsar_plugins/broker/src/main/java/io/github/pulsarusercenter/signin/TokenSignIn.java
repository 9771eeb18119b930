package io.github.pulsarusercenter.signin;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.token.BootstrapKeys;
import io.github.pulsarusercenter.token.TokenVerifier;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sign-in with one of the center's access tokens, verified without a network call. */
public final class TokenSignIn {
  private final TokenVerifier verifier;
  private final boolean atProxy;

  public TokenSignIn(PluginRuntime runtime) throws IOException {
    PluginSettings settings = runtime.settings();
    this.atProxy = runtime.isProxy();
    this.verifier =
        new TokenVerifier(
            settings.issuer(),
            settings.audience(),
            TimeUnit.SECONDS.toMillis(settings.tokenLeewaySeconds()),
            new BootstrapKeys(settings.bootstrapKeys()),
            runtime.rights()::snapshot,
            runtime.time());
  }

  /** Returns a completed future: the credential or a refusal. */
  public CompletableFuture<Credential> verify(SignInData data) {
    try {
      String token = token(data);
      Credential credential = verifier.verify(token);
      // Brokers may see the proxy's credential alone, and would take the token's user for all that
      // it holds.
      if (atProxy && credential.scope() != null) {
        throw new RefusedException(Refusal.NARROWED_TOKEN, credential.principal());
      }
      // Keeps the token as proof for an HTTP call, which is short; a connection would hold the
      // token for days.
      boolean call = data.hasDataFromHttp() && !data.hasDataFromCommand();
      return CompletableFuture.completedFuture(call ? credential.withProof(token) : credential);
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static String token(SignInData data) throws RefusedException {
    if (data.hasDataFromCommand()) {
      return data.getCommandData();
    }
    String token = AuthorizationHeader.value(data, "Bearer");
    if (token == null && AuthorizationHeader.of(data) == null) {
      token = WebSocketAddress.token(data.path(), data.query());
    }
    if (token == null) {
      throw new RefusedException(Refusal.NO_CREDENTIAL);
    }
    return token;
  }
}
