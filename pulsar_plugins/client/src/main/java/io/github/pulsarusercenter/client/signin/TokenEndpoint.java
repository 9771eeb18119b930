package io.github.pulsarusercenter.client.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * The center's OAuth 2.0 token endpoint. Starts with the address that answered last; a refusal by
 * one address ends the attempt. Not thread-safe.
 */
public final class TokenEndpoint implements TokenSource {
  private static final String PASSWORD_GRANT = "urn:pulsar-user-center:grant-type:password";
  private static final int LONGEST_ANSWER = 65_536;

  private final SignInParameters parameters;
  private int preferred;

  public TokenEndpoint(SignInParameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public AccessToken fetch() throws SignInException {
    byte[] form = form();
    SSLSocketFactory trust = TrustedCertificates.factory(parameters.trustCertsFile());
    SignInException last = null;
    int count = parameters.centers().size();
    for (int i = 0; i < count; i++) {
      int chosen = (preferred + i) % count;
      try {
        AccessToken token = request(parameters.centers().get(chosen), form, trust);
        preferred = chosen;
        return token;
      } catch (SignInException e) {
        if (e.isRefused()) {
          throw e;
        }
        last = e;
      }
    }
    throw last;
  }

  private byte[] form() throws SignInException {
    StringBuilder form = new StringBuilder();
    boolean person = parameters.isPerson();
    field(form, "grant_type", person ? PASSWORD_GRANT : "client_credentials");
    field(form, person ? "username" : "client_id", parameters.name());
    field(form, person ? "password" : "client_secret", parameters.secret().reveal());
    field(form, "audience", parameters.audience());
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

  private AccessToken request(String center, byte[] form, SSLSocketFactory trust)
      throws SignInException {
    long requestedNanos = System.nanoTime();
    HttpURLConnection http = null;
    try {
      http = (HttpURLConnection) new URL(center + "/oauth2/token").openConnection();
      prepare(http, trust);
      // Not in streaming mode, in which HttpURLConnection hides the body of a 401.
      http.getOutputStream().write(form);
      int status = http.getResponseCode();
      InputStream body = status < 400 ? http.getInputStream() : http.getErrorStream();
      return token(center, status, text(body), requestedNanos);
    } catch (SignInException e) {
      throw e;
    } catch (IOException e) {
      throw SignInException.unreachable(unreachable(center, e));
    } finally {
      if (http != null) {
        http.disconnect();
      }
    }
  }

  private void prepare(HttpURLConnection http, SSLSocketFactory trust) throws IOException {
    http.setConnectTimeout(parameters.connectMillis());
    http.setReadTimeout(parameters.readMillis());
    http.setInstanceFollowRedirects(false);
    http.setUseCaches(false);
    http.setDoOutput(true);
    http.setRequestMethod("POST");
    http.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
    http.setRequestProperty("Accept", "application/json");
    if (trust != null && http instanceof HttpsURLConnection) {
      ((HttpsURLConnection) http).setSSLSocketFactory(trust);
    }
  }

  private static String text(InputStream body) throws IOException {
    if (body == null) {
      return "";
    }
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] part = new byte[4096];
    for (int size = body.read(part); size >= 0; size = body.read(part)) {
      read.write(part, 0, size);
      if (read.size() > LONGEST_ANSWER) {
        throw new IOException("the answer is too long");
      }
    }
    return new String(read.toByteArray(), UTF_8);
  }

  private AccessToken token(String center, int status, String body, long requestedNanos)
      throws SignInException {
    Map<String, String> answer = fields(body);
    if (status == 200) {
      return parse(center, answer, requestedNanos);
    }
    String error = answer.get("error");
    if (error == null || status == 429 || status >= 500) {
      throw SignInException.unreachable(
          center
              + " answers "
              + status
              + (error == null ? ", which no user center does" : ": " + reason(answer)));
    }
    throw SignInException.refused(center + " refuses " + parameters.name() + ": " + reason(answer));
  }

  private static AccessToken parse(String center, Map<String, String> answer, long requestedNanos)
      throws SignInException {
    String token = answer.get("access_token");
    String seconds = answer.getOrDefault("expires_in", "");
    if (token == null || token.isEmpty() || !seconds.matches("[1-9][0-9]{0,8}")) {
      throw SignInException.unreachable(center + " answers without a token that counts");
    }
    return new AccessToken(token, requestedNanos, Long.parseLong(seconds));
  }

  private static Map<String, String> fields(String body) {
    try {
      return FlatJson.read(body);
    } catch (IllegalArgumentException e) {
      return Collections.emptyMap();
    }
  }

  /** The center's own words, shortened and on one line. */
  private static String reason(Map<String, String> answer) {
    String text =
        answer.get("error") + ", " + answer.getOrDefault("error_description", "no reason");
    return text.substring(0, Math.min(text.length(), 300)).replaceAll("\\p{Cntrl}", "?");
  }

  private String unreachable(String center, IOException e) {
    if (e instanceof UnknownHostException) {
      return "the host of " + center + " is not known: is url right?";
    }
    if (e instanceof SocketTimeoutException) {
      return center
          + " has not answered within "
          + parameters.connectMillis()
          + " ms (connecting) or "
          + parameters.readMillis()
          + " ms";
    }
    if (e instanceof ConnectException) {
      return "nobody answers at " + center;
    }
    if (e instanceof SSLException) {
      return center
          + " is not trusted: its certificate must be signed by one of"
          + " trustCertsFile (or of this Java), name this host and be in force by this machine's"
          + " clock ("
          + e.getMessage()
          + ")";
    }
    return center
        + " cannot be asked ("
        + e.getClass().getSimpleName()
        + ": "
        + e.getMessage()
        + ")";
  }
}
