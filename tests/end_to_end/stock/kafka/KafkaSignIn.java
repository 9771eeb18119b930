import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslServer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerToken;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerSaslClientCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerSaslClientProvider;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerSaslServerProvider;

/**
 * Kafka's own client and server of SASL/OAUTHBEARER, face to face in one process.
 *
 * <p>Settings of client and server come from the environment, as names with underscores (SASL_OAUTHBEARER_…), so that no
 * secret stands in a process list. The client fetches a token; the server verifies it with the keys of the JWKS. Prints {@code
 * TOKEN <token>} and {@code OK <name>}, or {@code REFUSED <exceptions>}.
 */
public final class KafkaSignIn {
  private static final String OAUTHBEARER = OAuthBearerLoginModule.OAUTHBEARER_MECHANISM;
  private static final List<AppConfigurationEntry> JAAS =
      List.of(
          new AppConfigurationEntry(
              OAuthBearerLoginModule.class.getName(),
              AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
              Map.of()));

  public static void main(String[] arguments) {
    try {
      Subject subject = signedIn();
      for (OAuthBearerToken token : subject.getPrivateCredentials(OAuthBearerToken.class)) {
        System.out.println("TOKEN " + token.value());
      }
      System.out.println("OK " + accepted(subject));
    } catch (Exception refused) {
      StringBuilder causes = new StringBuilder("REFUSED");
      for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
        causes.append(' ').append(cause);
      }
      System.out.println(causes.toString().replace('\n', ' '));
    }
    System.exit(0); // Kafka's handlers leave threads behind that are not daemons.
  }

  /** What a consumer would hand to its handlers: Kafka itself fills in the defaults and reads the values. */
  private static Map<String, ?> settings() {
    Map<String, Object> settings = new HashMap<>();
    System.getenv().forEach(
        (name, value) -> {
          if (name.startsWith("SASL_OAUTHBEARER_")) {
            settings.put(name.toLowerCase().replace('_', '.'), value);
          }
        });
    settings.put("bootstrap.servers", "127.0.0.1:9");
    settings.put("key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
    settings.put("value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
    return new ConsumerConfig(settings).values();
  }

  /** The client's login: the token is then in the subject's credentials. */
  private static Subject signedIn() throws Exception {
    AuthenticateCallbackHandler handler = new OAuthBearerLoginCallbackHandler();
    handler.configure(settings(), OAUTHBEARER, JAAS);
    Configuration configuration =
        new Configuration() {
          @Override
          public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
            return JAAS.toArray(new AppConfigurationEntry[0]);
          }
        };
    Subject subject = new Subject();
    new LoginContext("KafkaClient", subject, handler, configuration).login();
    return subject;
  }

  /** The exchange; answers the name that the server took from the token. */
  private static String accepted(Subject subject) throws Exception {
    OAuthBearerSaslServerProvider.initialize();
    AuthenticateCallbackHandler validator = new OAuthBearerValidatorCallbackHandler();
    validator.configure(settings(), OAUTHBEARER, JAAS);
    SaslServer server = Sasl.createSaslServer(OAUTHBEARER, "kafka", "localhost", Map.of(), validator);
    byte[] first = Subject.doAs(subject, (PrivilegedExceptionAction<byte[]>) KafkaSignIn::firstMessage);
    byte[] answer = server.evaluateResponse(first);
    if (!server.isComplete()) {
      throw new IllegalStateException(new String(answer, UTF_8));
    }
    return server.getAuthorizationID();
  }

  private static byte[] firstMessage() throws Exception {
    OAuthBearerSaslClientProvider.initialize();
    AuthenticateCallbackHandler handler = new OAuthBearerSaslClientCallbackHandler();
    handler.configure(Map.of(), OAUTHBEARER, List.of());
    SaslClient client =
        Sasl.createSaslClient(new String[] {OAUTHBEARER}, null, "kafka", "localhost", Map.of(), handler);
    return client.evaluateChallenge(new byte[0]);
  }
}
