package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.Refusal;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.authentication.UserCenterAuthentication;
import io.github.pulsarusercenter.token.BootstrapKeys;
import io.github.pulsarusercenter.token.TokenVerifier;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Method {@code token}: the center's access tokens, verified without the network. */
public final class UserCenterTokenAuthenticationProvider extends UserCenterAuthentication {
  private static final String BEARER = "Bearer ";

  private TokenVerifier verifier;
  private SignInRules rules;

  public UserCenterTokenAuthenticationProvider() {
    super("token");
  }

  @Override
  protected void prepare(PluginRuntime shared, SignInRules signInRules) throws IOException {
    PluginSettings settings = shared.settings();
    rules = signInRules;
    verifier =
        new TokenVerifier(
            settings.issuer(),
            settings.audience(),
            TimeUnit.SECONDS.toMillis(settings.tokenLeewaySeconds()),
            new BootstrapKeys(settings.bootstrapKeys()),
            shared.rights()::snapshot,
            shared.time());
  }

  @Override
  protected CompletableFuture<Credential> verify(SignInData data) {
    try {
      Credential credential = verifier.verify(token(data));
      rules.demand(credential);
      return CompletableFuture.completedFuture(credential);
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static String token(SignInData data) throws RefusedException {
    if (data.hasDataFromCommand()) {
      return data.getCommandData();
    }
    String header = data.hasDataFromHttp() ? data.getHttpHeader("Authorization") : null;
    if (header != null && header.startsWith(BEARER)) {
      return header.substring(BEARER.length()).trim();
    }
    throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
  }
}
