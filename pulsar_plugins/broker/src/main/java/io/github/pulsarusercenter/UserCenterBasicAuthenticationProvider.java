package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.signin.CenterAuthenticationProvider;
import io.github.pulsarusercenter.signin.PasswordSignIn;
import java.util.concurrent.CompletableFuture;

/** Method {@code basic}: user name and password, verified by the center. */
public final class UserCenterBasicAuthenticationProvider extends CenterAuthenticationProvider {
  private PasswordSignIn passwords;

  public UserCenterBasicAuthenticationProvider() {
    super("basic");
  }

  @Override
  protected void prepare(PluginRuntime runtime, SignInRules rules) {
    passwords = new PasswordSignIn(runtime, rules, isChained());
  }

  @Override
  protected CompletableFuture<Credential> verify(SignInData data) {
    return passwords.verify(data);
  }
}
