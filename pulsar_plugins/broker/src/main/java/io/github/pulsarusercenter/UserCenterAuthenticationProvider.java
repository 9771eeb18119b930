package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.signin.AuthorizationHeader;
import io.github.pulsarusercenter.signin.CenterAuthenticationProvider;
import io.github.pulsarusercenter.signin.PasswordSignIn;
import io.github.pulsarusercenter.signin.TokenSignIn;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Method {@code usercenter}: a token or a password, for clients that name our method. On a binary
 * connection a colon distinguishes them: {@code name:password} has one, a token never does. Over
 * HTTP the scheme of the Authorization header does.
 */
public final class UserCenterAuthenticationProvider extends CenterAuthenticationProvider {
  private TokenSignIn tokens;
  private PasswordSignIn passwords;

  public UserCenterAuthenticationProvider() {
    super("usercenter");
  }

  @Override
  protected void prepare(PluginRuntime runtime, SignInRules rules) throws IOException {
    tokens = new TokenSignIn(runtime);
    // Not chained: no other provider serves this method, so the center should count unknown users
    // as failed sign-ins.
    passwords = new PasswordSignIn(runtime, rules, false);
  }

  @Override
  protected CompletableFuture<Credential> verify(SignInData data) {
    return isPassword(data) ? passwords.verify(data) : tokens.verify(data);
  }

  private static boolean isPassword(SignInData data) {
    if (data.hasDataFromCommand()) {
      return data.getCommandData().indexOf(':') >= 0;
    }
    return AuthorizationHeader.value(data, PasswordSignIn.BASIC) != null;
  }
}
