package io.github.pulsarusercenter.client;

import io.github.pulsarusercenter.client.keys.KeyDirectory;
import io.github.pulsarusercenter.client.keys.KeyHalf;
import io.github.pulsarusercenter.client.keys.KeyKeeper;
import io.github.pulsarusercenter.client.signin.CenterException;
import io.github.pulsarusercenter.client.signin.ParameterText;
import io.github.pulsarusercenter.client.signin.SignInParameters;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.client.api.CryptoKeyReader;
import org.apache.pulsar.client.api.EncryptionKeyInfo;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * Encryption keys of one topic for producers and consumers, from the center, in memory only. Many
 * producers and consumers may share one reader; who opened it closes it after them.
 */
public final class UserCenterKeyReader implements CryptoKeyReader, AutoCloseable {
  private static final long serialVersionUID = 1L;
  private static final Logger log = Logger.getLogger("io.github.pulsarusercenter.client");
  private static final byte[] NOTHING = {};
  private static final String VERSION = "version";
  private static final Pattern KEY =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})@([1-9][0-9]{0,8})");

  private final transient KeyKeeper keeper;
  private final String topic;

  private UserCenterKeyReader(KeyKeeper keeper, String topic) {
    this.keeper = keeper;
    this.topic = topic;
  }

  /** As the other {@code open}, for a right that holds for all subscriptions. */
  public static UserCenterKeyReader open(String authParams, String topic)
      throws PulsarClientException {
    return open(authParams, topic, null);
  }

  /**
   * Signs in at the center.
   *
   * @param authParams as for {@link UserCenterAuthentication#configure(String)}, of a service
   * @param topic full name; for a partitioned topic without the partition
   * @param subscription the one that is read with, for a right that is limited to subscriptions
   * @throws PulsarClientException when the center refuses, or has not answered within 10 s
   */
  public static UserCenterKeyReader open(String authParams, String topic, String subscription)
      throws PulsarClientException {
    return open(authParams, topic, subscription, KeyKeeper.FRESH_MILLIS);
  }

  static UserCenterKeyReader open(
      String authParams, String topic, String subscription, long freshMillis)
      throws PulsarClientException {
    SignInParameters parameters = SignInParameters.of(ParameterText.read(authParams));
    KeyDirectory directory = new KeyDirectory(parameters, topic, subscription);
    try {
      return new UserCenterKeyReader(new KeyKeeper(directory, freshMillis), topic);
    } catch (CenterException e) {
      throw new PulsarClientException.CryptoException(e.getMessage());
    }
  }

  /** Throws CryptoException when there is none, as Pulsar expects: then no producer is made. */
  @Override
  public EncryptionKeyInfo getPublicKey(String keyName, Map<String, String> metadata) {
    try {
      KeyHalf half = keeper.publicHalf(keyName);
      return new EncryptionKeyInfo(half.pem(), Collections.singletonMap(VERSION, half.number()));
    } catch (CenterException e) {
      throw undeclared(new PulsarClientException.CryptoException(e.getMessage()));
    }
  }

  /** Without content when there is none: then the consumer's CryptoFailureAction decides. */
  @Override
  public EncryptionKeyInfo getPrivateKey(String keyName, Map<String, String> metadata) {
    try {
      return new EncryptionKeyInfo(privateHalf(keyName, metadata), Collections.emptyMap());
    } catch (CenterException e) {
      // An exception would end the connection. The keeper has logged why.
      return new EncryptionKeyInfo(NOTHING, Collections.emptyMap());
    }
  }

  /**
   * The number stands behind the name ({@code orders@2}), else in the metadata. Without any it is
   * 1: such messages are by clients that send neither. Whoever may write chooses both.
   */
  private byte[] privateHalf(String keyName, Map<String, String> metadata) throws CenterException {
    String sent = metadata == null ? null : metadata.get(VERSION);
    String key = keyName.contains("@") ? keyName : keyName + "@" + (sent == null ? "1" : sent);
    Matcher parts = KEY.matcher(key);
    if (!parts.matches()) {
      log.warning("user center: a message stays encrypted, its key's name or version cannot be");
      return NOTHING;
    }
    return keeper.privateHalf(parts.group(1), Integer.parseInt(parts.group(2))).pem();
  }

  /** Forgets all keys and overwrites them. */
  @Override
  public void close() {
    keeper.close();
  }

  /** Without keys. */
  @Override
  public String toString() {
    return "UserCenterKeyReader{" + topic + "}";
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException("open a reader where the keys are needed");
  }

  /** The interface declares no exception, but its caller catches this one. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> RuntimeException undeclared(Exception thrown) throws E {
    throw (E) thrown;
  }
}
