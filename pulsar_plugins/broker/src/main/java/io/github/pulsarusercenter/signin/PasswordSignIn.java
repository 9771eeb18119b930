package io.github.pulsarusercenter.signin;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.PasswordVerifier;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

/**
 * Sign-in with user name and password (or client id and secret), verified by the center.
 *
 * <p>Over the binary protocol no thread waits. Over HTTP the broker's filter waits on a Jetty
 * thread, at most userCenterAuthenticateTimeoutMillis, and only for passwords that were not
 * verified in the last userCenterPasswordCacheSeconds. The call to the center runs on the plugin's
 * threads.
 */
public final class PasswordSignIn {
  public static final String BASIC = "Basic";
  private static final int LONGEST = 1_024;

  private final PasswordVerifier verifier;
  private final SignInRules rules;
  private final boolean chained;

  /**
   * @param chained true when other providers may know users that the center does not. Such users
   *     are refused without asking the center. It would count them as failed sign-ins against the
   *     client's address, and its limits would then also refuse all others at that address
   */
  public PasswordSignIn(PluginRuntime runtime, SignInRules rules, boolean chained) {
    this.verifier = runtime.passwordVerifier(rules);
    this.rules = rules;
    this.chained = chained;
  }

  public CompletableFuture<Credential> verify(SignInData data) {
    try {
      String pair = pair(data);
      // The first colon ends the name (RFC 7617); a password may hold more of them.
      int colon = pair.indexOf(':');
      if (colon < 1 || pair.length() > LONGEST) {
        throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
      }
      String user = pair.substring(0, colon);
      if (chained && !rules.mayExist(user)) {
        throw new RefusedException(Refusal.UNKNOWN_PRINCIPAL);
      }
      return verifier.verify(user, pair.substring(colon + 1), data.ip());
    } catch (RefusedException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static String pair(SignInData data) throws RefusedException {
    if (data.hasDataFromCommand()) {
      return data.getCommandData();
    }
    String encoded = AuthorizationHeader.value(data, BASIC);
    if (encoded == null) {
      throw new RefusedException(Refusal.NO_CREDENTIAL);
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(encoded);
      return new String(decoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(Refusal.MALFORMED_CREDENTIAL);
    }
  }
}
