package io.github.pulsarusercenter.snapshot.disk;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.github.pulsarusercenter.client.ClusterCredential;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Proves that a stored file was written by a broker of this cluster: HMAC-SHA256 with a key derived
 * from the cluster credential. Covers the kind of file, so that one file can't replace another.
 */
record Seal(String cluster, ClusterCredential credential) {
  /** Bytes of a seal as it is stored: in hexadecimal. */
  static final int LENGTH = 64;

  static final byte SNAPSHOT = 0;
  static final byte SEEN = 1;
  static final byte CHANGE = 2;
  static final byte DELETIONS = 3;

  private static final String PURPOSE = "pulsar-user-center snapshot file, format 1";

  /** The current key; changes with the credential. */
  byte[] key() {
    return credential.derive(PURPOSE + " of " + cluster);
  }

  /** The seal of these parts in order. */
  byte[] of(byte role, byte[]... parts) {
    Hasher seal = Hashing.hmacSha256(key()).newHasher().putByte(role);
    for (byte[] part : parts) {
      seal.putBytes(part);
    }
    return seal.hash().toString().getBytes(StandardCharsets.US_ASCII);
  }

  boolean isOf(byte[] seal, byte role, byte[]... parts) {
    return MessageDigest.isEqual(seal, of(role, parts));
  }
}
