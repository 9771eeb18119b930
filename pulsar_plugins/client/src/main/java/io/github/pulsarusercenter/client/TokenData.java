package io.github.pulsarusercenter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.pulsarusercenter.client.signin.AccessToken;
import io.github.pulsarusercenter.client.signin.TokenKeeper;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.pulsar.client.api.AuthenticationDataProvider;
import org.apache.pulsar.common.api.AuthData;

/** The access token that one connection or HTTP request sends, by Pulsar's method {@code token}. */
final class TokenData implements AuthenticationDataProvider {
  static final String METHOD = "token";
  private static final long serialVersionUID = 1L;

  private final AccessToken token;
  private final transient TokenKeeper keeper;
  private final String broker;

  TokenData(AccessToken token, TokenKeeper keeper, String broker) {
    this.token = token;
    this.keeper = keeper;
    this.broker = broker;
  }

  @Override
  public boolean hasDataForHttp() {
    return true;
  }

  @Override
  public Set<Map.Entry<String, String>> getHttpHeaders() {
    Set<Map.Entry<String, String>> headers = new LinkedHashSet<>();
    headers.add(new SimpleImmutableEntry<>("Authorization", "Bearer " + token.reveal()));
    headers.add(new SimpleImmutableEntry<>(PULSAR_AUTH_METHOD_NAME, METHOD));
    return Collections.unmodifiableSet(headers);
  }

  @Override
  public boolean hasDataFromCommand() {
    return true;
  }

  @Override
  public String getCommandData() {
    return token.reveal();
  }

  /**
   * Called when a connection begins, and again when the broker no longer accepts its token. In the
   * second case the keeper's token may be the refused one, so it is replaced first.
   */
  @Override
  public AuthData authenticate(AuthData challenge) {
    AccessToken sent = token;
    if (keeper != null) {
      sent = isRefresh(challenge) ? keeper.replacement(token) : keeper.noteSent(token, broker);
    }
    return AuthData.of(sent.reveal().getBytes(UTF_8));
  }

  private static boolean isRefresh(AuthData challenge) {
    return challenge != null
        && Arrays.equals(challenge.getBytes(), AuthData.REFRESH_AUTH_DATA_BYTES);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "TokenData{method=" + METHOD + "}";
  }
}
