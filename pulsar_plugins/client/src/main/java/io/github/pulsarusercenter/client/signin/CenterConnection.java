package io.github.pulsarusercenter.client.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.UnknownHostException;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/** The addresses of a center. The one that answered last is asked first. */
public final class CenterConnection {
  private static final int LONGEST_ANSWER = 65_536;

  private final SignInParameters parameters;
  private volatile int preferred;

  /** Makes the result of an answer, or says why there is none. */
  public interface AnswerReader<T> {
    /**
     * @throws CenterException unreachable when the next address shall be asked
     */
    T read(String address, int status, String body) throws CenterException;
  }

  public CenterConnection(SignInParameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Asks one address after the other, until one answers.
   *
   * @param token null for none
   * @param body null for a GET
   */
  public <T> T request(
      String path, AccessToken token, String type, byte[] body, AnswerReader<T> reader)
      throws CenterException {
    SSLSocketFactory trust = TrustedCertificates.factory(parameters.trustCertsFile());
    CenterException last = null;
    int count = parameters.centers().size();
    int first = preferred;
    for (int i = 0; i < count; i++) {
      int chosen = (first + i) % count;
      String address = parameters.centers().get(chosen);
      HttpURLConnection http = null;
      try {
        http = (HttpURLConnection) new URL(address + path).openConnection();
        prepare(http, trust);
        send(http, token, type, body);
        T result = answer(http, address, reader);
        preferred = chosen;
        return result;
      } catch (CenterException e) {
        if (e.isRefused()) {
          throw e;
        }
        last = e;
      } catch (IOException e) {
        last = CenterException.unreachable(unreachable(address, e));
      } finally {
        if (http != null) {
          http.disconnect();
        }
      }
    }
    throw last;
  }

  private static <T> T answer(HttpURLConnection http, String address, AnswerReader<T> reader)
      throws IOException {
    int status = http.getResponseCode();
    InputStream body = status < 400 ? http.getInputStream() : http.getErrorStream();
    return reader.read(address, status, text(body));
  }

  private static void send(HttpURLConnection http, AccessToken token, String type, byte[] body)
      throws IOException {
    if (token != null) {
      http.setRequestProperty("Authorization", "Bearer " + token.reveal());
    }
    if (body != null) {
      http.setDoOutput(true);
      http.setRequestMethod("POST");
      http.setRequestProperty("Content-Type", type);
      // Not in streaming mode, in which HttpURLConnection hides the body of a 401.
      http.getOutputStream().write(body);
    }
  }

  private void prepare(HttpURLConnection http, SSLSocketFactory trust) {
    http.setConnectTimeout(parameters.connectMillis());
    http.setReadTimeout(parameters.readMillis());
    http.setInstanceFollowRedirects(false);
    http.setUseCaches(false);
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
