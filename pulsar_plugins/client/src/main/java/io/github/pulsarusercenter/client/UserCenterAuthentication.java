package io.github.pulsarusercenter.client;

import io.github.pulsarusercenter.client.signin.AccessToken;
import io.github.pulsarusercenter.client.signin.CenterException;
import io.github.pulsarusercenter.client.signin.ParameterText;
import io.github.pulsarusercenter.client.signin.SignInParameters;
import io.github.pulsarusercenter.client.signin.TokenEndpoint;
import io.github.pulsarusercenter.client.signin.TokenKeeper;
import java.util.Map;
import org.apache.pulsar.client.api.Authentication;
import org.apache.pulsar.client.api.AuthenticationDataProvider;
import org.apache.pulsar.client.api.EncodedAuthenticationParameterSupport;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * {@code authPlugin} for Pulsar's Java clients, tools, functions, proxies and brokers: signs in
 * with access tokens of the user center, and renews them in time (decision 0030).
 *
 * <p>{@link #start} fails when the center refuses the sign-in, but not when the center is away: a
 * broker must start without it. Several clients may share one instance; its thread ends when the
 * last of them closes it.
 */
public final class UserCenterAuthentication
    implements Authentication, EncodedAuthenticationParameterSupport {
  private static final long serialVersionUID = 1L;
  private static final String NOT_STARTED = "user center: this authentication was not started";

  private SignInParameters parameters;
  private transient TokenKeeper keeper;
  private transient int users;

  @Override
  public String getAuthMethodName() {
    return TokenData.METHOD;
  }

  /**
   * @param text JSON, {@code key:value,key:value}, or {@code file:///path} of a file with JSON or
   *     properties
   */
  @Override
  public void configure(String text) {
    parameters = SignInParameters.of(ParameterText.read(text));
  }

  @Override
  @Deprecated
  public void configure(Map<String, String> values) {
    parameters = SignInParameters.of(values);
  }

  @Override
  public synchronized void start() throws PulsarClientException {
    if (parameters == null) {
      throw new PulsarClientException.InvalidConfigurationException(
          "user center: authParams are missing: at least url, username and passwordFile");
    }
    if (keeper == null) {
      keeper =
          new TokenKeeper(
              new TokenEndpoint(parameters), parameters.tokenFile(), parameters.patienceMillis());
    }
    users++;
    refuseWithTheCenter();
  }

  @Override
  @Deprecated
  public AuthenticationDataProvider getAuthData() throws PulsarClientException {
    return getAuthData("");
  }

  @Override
  public AuthenticationDataProvider getAuthData(String broker) throws PulsarClientException {
    TokenKeeper running = running();
    try {
      AccessToken token = running.token();
      return new TokenData(token, running, broker);
    } catch (CenterException e) {
      throw new PulsarClientException.GettingAuthenticationDataException(e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    if (users > 0 && --users == 0) {
      keeper.close();
      keeper = null;
    }
  }

  /** Reports a refusal at start, because a failure while connecting only reaches the log. */
  private void refuseWithTheCenter() throws PulsarClientException {
    try {
      keeper.awaitFirstAnswer();
    } catch (CenterException e) {
      close();
      throw new PulsarClientException.AuthenticationException(e.getMessage());
    }
  }

  private synchronized TokenKeeper running() throws PulsarClientException {
    if (keeper == null) {
      throw new PulsarClientException.AlreadyClosedException(NOT_STARTED + ", or is closed");
    }
    return keeper;
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "UserCenterAuthentication" + (parameters == null ? "{}" : parameters);
  }
}
