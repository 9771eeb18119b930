package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.PasswordVerifier;
import io.github.pulsarusercenter.authentication.Refusal;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.authentication.UserCenterAuthentication;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

/**
 * Method {@code basic}: user name and password, verified by the center.
 *
 * <p>Over the binary protocol nothing waits. Over HTTP the broker's filter waits for the answer on
 * a Jetty thread, for no longer than userCenterAuthenticateTimeoutMillis, and only for passwords
 * that were not verified in the last userCenterPasswordCacheSeconds; the call itself runs on our
 * threads.
 */
public final class UserCenterBasicAuthenticationProvider extends UserCenterAuthentication {
  private static final String BASIC = "Basic ";
  private static final int LONGEST = 1_024;

  private PasswordVerifier verifier;

  public UserCenterBasicAuthenticationProvider() {
    super("basic");
  }

  @Override
  protected void prepare(PluginRuntime shared, SignInRules signInRules) {
    verifier = shared.passwordVerifier(signInRules);
  }

  @Override
  protected CompletableFuture<Credential> verify(SignInData data) {
    String pair;
    try {
      pair = pair(data);
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
    // The first colon ends the name (RFC 7617); a password may hold more of them.
    int colon = pair.indexOf(':');
    if (colon < 1 || pair.length() > LONGEST) {
      return CompletableFuture.failedFuture(new RefusedException(Refusal.MALFORMED_CREDENTIAL));
    }
    return verifier.verify(pair.substring(0, colon), pair.substring(colon + 1), data.ip());
  }

  private static String pair(SignInData data) throws RefusedException {
    if (data.hasDataFromCommand()) {
      return data.getCommandData();
    }
    String header = data.hasDataFromHttp() ? data.getHttpHeader("Authorization") : null;
    if (header == null || !header.startsWith(BASIC)) {
      throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()).trim());
      return new String(decoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
    }
  }
}
