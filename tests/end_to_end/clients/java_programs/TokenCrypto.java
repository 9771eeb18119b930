package example;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.pulsar.client.api.CryptoKeyReader;
import org.apache.pulsar.client.impl.crypto.MessageCryptoBc;
import org.apache.pulsar.common.api.proto.EncryptionKeys;
import org.apache.pulsar.common.api.proto.KeyValue;
import org.apache.pulsar.common.api.proto.MessageMetadata;

/**
 * Opens messages with RSA keys of 3072 bits that never leave a PKCS #11 token, where version 1 of
 * the key {@code ours} has the alias {@code ours@1}. Other messages are opened as usual.
 */
public final class TokenCrypto extends MessageCryptoBc {
  private static final int MOST = 100;
  private static final int TAG_BITS = 128;

  private final KeyStore token;
  private final KeyPair here;
  private final Map<ByteBuffer, SecretKey> dataKeys =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, SecretKey> eldest) {
          return size() > MOST;
        }
      };

  /** For consumers. The token is unlocked. */
  public TokenCrypto(KeyStore token) throws GeneralSecurityException {
    super("token", false);
    this.token = token;
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(3072);
    this.here = generator.generateKeyPair();
  }

  @Override
  public synchronized boolean decrypt(
      Supplier<MessageMetadata> metadata, ByteBuffer payload, ByteBuffer opened, CryptoKeyReader keys) {
    MessageMetadata message = metadata.get();
    try {
      for (EncryptionKeys key : message.getEncryptionKeysList()) {
        SecretKey dataKey = dataKey(key);
        if (dataKey != null) {
          Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
          cipher.init(Cipher.DECRYPT_MODE, dataKey, new GCMParameterSpec(TAG_BITS, message.getEncryptionParam()));
          cipher.doFinal(payload, opened);
          opened.flip();
          return true;
        }
      }
    } catch (GeneralSecurityException | RuntimeException e) { // the provider of tokens throws both
      System.Logger log = System.getLogger(TokenCrypto.class.getName());
      log.log(System.Logger.Level.WARNING, "a message stays encrypted", e);
      return false; // CryptoFailureAction decides; an exception would end the connection
    }
    return super.decrypt(metadata, payload, opened, keys);
  }

  /** Null when the token has no such key. */
  private SecretKey dataKey(EncryptionKeys key) throws GeneralSecurityException {
    ByteBuffer wrapped = ByteBuffer.wrap(key.getValue());
    SecretKey known = dataKeys.get(wrapped);
    Key own = known == null ? token.getKey(alias(key), null) : null;
    if (own == null) {
      return known;
    }
    // Java knows no OAEP inside tokens, so the token decrypts the padded block alone. It is smaller
    // than the modulus of any key of this size, and a key of this process takes the padding off.
    Cipher inToken = Cipher.getInstance("RSA/ECB/NoPadding", token.getProvider());
    inToken.init(Cipher.DECRYPT_MODE, own);
    Cipher again = Cipher.getInstance("RSA/ECB/NoPadding");
    again.init(Cipher.ENCRYPT_MODE, here.getPublic());
    Cipher unpadding = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    unpadding.init(Cipher.DECRYPT_MODE, here.getPrivate());
    byte[] found = unpadding.doFinal(again.doFinal(inToken.doFinal(wrapped.array())));
    dataKeys.put(wrapped, new SecretKeySpec(found, "AES"));
    return dataKeys.get(wrapped);
  }

  /** Clients that cannot send the version write it behind the name; one that says none means 1. */
  private static String alias(EncryptionKeys key) {
    String version = "1";
    for (KeyValue each : key.getMetadatasList()) {
      version = each.getKey().equals("version") ? each.getValue() : version;
    }
    return key.getKey().contains("@") ? key.getKey() : key.getKey() + "@" + version;
  }
}
