package io.github.pulsarusercenter.client.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.Map;

/** The center's OAuth 2.0 token endpoint. A refusal by one address ends the attempt. */
public final class TokenEndpoint implements TokenSource {
  private static final String PASSWORD_GRANT = "urn:pulsar-user-center:grant-type:password";
  private static final String METADATA = "/.well-known/oauth-authorization-server";
  private static final String FORM = "application/x-www-form-urlencoded";

  private final SignInParameters parameters;
  private final CenterConnection center;
  private final boolean forItsApi;

  public TokenEndpoint(SignInParameters parameters) {
    this(parameters, new CenterConnection(parameters), false);
  }

  private TokenEndpoint(SignInParameters parameters, CenterConnection center, boolean forItsApi) {
    this.parameters = parameters;
    this.center = center;
    this.forItsApi = forItsApi;
  }

  /**
   * Gives tokens for the center's own API.
   *
   * @throws IllegalArgumentException for a name and password, whose tokens open brokers only
   */
  public static TokenEndpoint forItsApi(SignInParameters parameters, CenterConnection center) {
    if (parameters.isPerson()) {
      throw SignInParameters.wrong(
          "a password opens brokers only: give clientId and clientSecretFile of a service");
    }
    return new TokenEndpoint(parameters, center, true);
  }

  @Override
  public AccessToken fetch() throws CenterException {
    byte[] form = form();
    long requestedNanos = System.nanoTime();
    return center.request(
        "/oauth2/token",
        null,
        FORM,
        form,
        (address, status, body) -> token(address, status, body, requestedNanos));
  }

  /** What the center calls itself in tokens; its addresses may have other names. */
  private static String issuer(String address, int status, String body) throws CenterException {
    String issuer = FlatJson.readable(body).get("issuer");
    if (status != 200 || issuer == null) {
      throw CenterException.unreachable(address + " answers " + status + " without its name");
    }
    return issuer;
  }

  private byte[] form() throws CenterException {
    StringBuilder form = new StringBuilder();
    boolean person = parameters.isPerson();
    field(form, "grant_type", person ? PASSWORD_GRANT : "client_credentials");
    field(form, person ? "username" : "client_id", parameters.name());
    field(form, person ? "password" : "client_secret", parameters.secret().reveal());
    String audience =
        forItsApi
            ? center.request(METADATA, null, null, null, TokenEndpoint::issuer)
            : parameters.audience();
    field(form, "audience", audience);
    return form.toString().getBytes(UTF_8);
  }

  private static void field(StringBuilder form, String name, String value) {
    try {
      form.append(form.length() == 0 ? "" : "&").append(name).append('=');
      form.append(URLEncoder.encode(value, "UTF-8"));
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException("every Java has UTF-8", e);
    }
  }

  private AccessToken token(String center, int status, String body, long requestedNanos)
      throws CenterException {
    Map<String, String> answer = FlatJson.readable(body);
    if (status == 200) {
      return parse(center, answer, requestedNanos);
    }
    String error = answer.get("error");
    if (error == null || status == 429 || status >= 500) {
      throw CenterException.unreachable(
          center
              + " answers "
              + status
              + (error == null ? ", which no user center does" : ": " + reason(answer)));
    }
    throw CenterException.refused(center + " refuses " + parameters.name() + ": " + reason(answer));
  }

  private static AccessToken parse(String center, Map<String, String> answer, long requestedNanos)
      throws CenterException {
    String token = answer.get("access_token");
    String seconds = answer.getOrDefault("expires_in", "");
    if (token == null || token.isEmpty() || !seconds.matches("[1-9][0-9]{0,8}")) {
      throw CenterException.unreachable(center + " answers without a token that counts");
    }
    return new AccessToken(token, requestedNanos, Long.parseLong(seconds));
  }

  /** The center's own words, shortened and on one line. */
  private static String reason(Map<String, String> answer) {
    String text =
        answer.get("error") + ", " + answer.getOrDefault("error_description", "no reason");
    return text.substring(0, Math.min(text.length(), 300)).replaceAll("\\p{Cntrl}", "?");
  }
}
