package io.github.pulsarusercenter.authentication;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.hash.HashCode;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers for a short time which passwords the center has verified, as a keyed hash. The key is
 * random and lives only in this process. The caller must still check an entry with {@link
 * SignInRules} and drop it when the user has changed.
 */
final class PasswordCache {
  /**
   * The keyed hash of a user name and password; safe to keep and compare.
   *
   * @param epoch of the center's history; may be null. After a back-up was restored, the same name
   *     may be somebody else's, and versions are given again
   */
  record Mark(String epoch, HashCode hash) {}

  private static final int MOST_ENTRIES = 50_000;

  private final byte[] key = new byte[32];
  private final Cache<Mark, Credential> entries;

  /**
   * @param keepMillis 0 keeps nothing
   */
  PasswordCache(long keepMillis, LongSupplier clock) {
    this.entries =
        Caffeine.newBuilder()
            .maximumSize(MOST_ENTRIES)
            .expireAfterWrite(keepMillis, TimeUnit.MILLISECONDS)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.getAsLong()))
            .build();
    new SecureRandom().nextBytes(key);
  }

  Mark mark(String epoch, String user, String password) {
    Hasher hasher = Hashing.hmacSha256(key).newHasher();
    // The length first, so that "ab"+"c" and "a"+"bc" differ.
    hasher.putInt(user.length()).putUnencodedChars(user).putUnencodedChars(password);
    return new Mark(epoch, hasher.hash());
  }

  /** The remembered credential; null when there is none or it is too old. */
  Credential get(Mark mark) {
    return entries.getIfPresent(mark);
  }

  void put(Mark mark, Credential credential) {
    entries.put(mark, credential);
  }

  void drop(Mark mark) {
    entries.invalidate(mark);
  }
}
