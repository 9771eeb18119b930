package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The verifiers of all methods that take passwords; closed together. */
public final class PasswordVerifiers implements AutoCloseable {
  private final List<PasswordVerifier> verifiers = new CopyOnWriteArrayList<>();
  private final UserCenterClient client;
  private final PluginSettings settings;
  private final LongSupplier millis;

  /**
   * @param millis a clock that never jumps
   */
  public PasswordVerifiers(UserCenterClient client, PluginSettings settings, LongSupplier millis) {
    this.client = client;
    this.settings = settings;
    this.millis = millis;
  }

  public PasswordVerifier make(SignInRules rules) {
    PasswordVerifier verifier =
        new PasswordVerifier(
            client,
            rules,
            settings.authenticateConcurrency(),
            settings.authenticateTimeoutMillis(),
            TimeUnit.SECONDS.toMillis(settings.passwordCacheSeconds()),
            millis);
    verifiers.add(verifier);
    return verifier;
  }

  @Override
  public void close() {
    verifiers.forEach(PasswordVerifier::close);
  }
}
