package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.signin.CenterAuthenticationProvider;
import io.github.pulsarusercenter.signin.TokenSignIn;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Method {@code token}: the center's access tokens, verified without a network call. */
public final class UserCenterTokenAuthenticationProvider extends CenterAuthenticationProvider {
  private TokenSignIn tokens;

  public UserCenterTokenAuthenticationProvider() {
    super("token");
  }

  @Override
  protected void prepare(PluginRuntime runtime, SignInRules rules) throws IOException {
    tokens = new TokenSignIn(runtime);
  }

  @Override
  protected CompletableFuture<Credential> verify(SignInData data) {
    return tokens.verify(data);
  }
}
