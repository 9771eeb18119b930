package io.github.pulsarusercenter.authentication;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Remembers for a short time which passwords the center has verified, as a keyed hash. The key is
 * random and lives only in this process. The caller must still check an entry with {@link
 * SignInRules} and drop it when the user has changed.
 */
final class PasswordCache {
  /** The keyed hash of a user name and password; safe to keep and compare. */
  record Mark(ByteBuffer hash) {}

  private record Entry(Credential credential, long until) {}

  private static final int MOST_ENTRIES = 50_000;

  private final byte[] key = new byte[32];
  private final ConcurrentMap<Mark, Entry> entries = new ConcurrentHashMap<>();
  private final long keepMillis;
  private final LongSupplier clock;

  PasswordCache(long keepMillis, LongSupplier clock) {
    this.keepMillis = keepMillis;
    this.clock = clock;
    new SecureRandom().nextBytes(key);
  }

  Mark mark(String user, String password) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      byte[] name = user.getBytes(StandardCharsets.UTF_8);
      // The length first, so that "ab"+"c" and "a"+"bc" differ.
      mac.update(ByteBuffer.allocate(4).putInt(name.length).array());
      mac.update(name);
      return new Mark(ByteBuffer.wrap(mac.doFinal(password.getBytes(StandardCharsets.UTF_8))));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /** The remembered credential; null when there is none or it is too old. */
  Credential get(Mark mark) {
    Entry entry = entries.get(mark);
    if (entry == null) {
      return null;
    }
    if (clock.getAsLong() >= entry.until()) {
      entries.remove(mark, entry);
      return null;
    }
    return entry.credential();
  }

  void put(Mark mark, Credential credential) {
    if (keepMillis == 0) {
      return;
    }
    if (entries.size() >= MOST_ENTRIES) {
      long now = clock.getAsLong();
      entries.values().removeIf(entry -> now >= entry.until());
    }
    if (entries.size() < MOST_ENTRIES) {
      entries.put(mark, new Entry(credential, clock.getAsLong() + keepMillis));
    }
  }

  void drop(Mark mark) {
    entries.remove(mark);
  }

  int size() {
    return entries.size();
  }
}
