package io.github.pulsarusercenter.snapshot.disk;

import io.github.pulsarusercenter.client.ClusterCredential;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that a stored file was written by a broker of this cluster: HMAC-SHA256 with a key derived
 * from the cluster credential. Covers the kind of file, so that one file can't replace another.
 */
final class Seal {
  /** Bytes of a seal as it is stored: in hexadecimal. */
  static final int LENGTH = 64;

  static final byte SNAPSHOT = 0;
  static final byte SEEN = 1;
  static final byte CHANGE = 2;
  static final byte DELETIONS = 3;

  private static final String PURPOSE = "pulsar-user-center snapshot file, format 1";

  private final String cluster;
  private final ClusterCredential credential;

  Seal(String cluster, ClusterCredential credential) {
    this.cluster = cluster;
    this.credential = credential;
  }

  /** The current key; changes with the credential. */
  byte[] key() {
    return credential.derive(PURPOSE + " of " + cluster);
  }

  /** The seal of these parts in order. */
  byte[] of(byte role, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key(), "HmacSHA256"));
      mac.update(role);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return HexFormat.of().formatHex(mac.doFinal()).getBytes(StandardCharsets.US_ASCII);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  boolean isOf(byte[] seal, byte role, byte[]... parts) {
    return MessageDigest.isEqual(seal, of(role, parts));
  }
}
