package io.github.pulsarusercenter.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tokens that signed in since the last heartbeat, from which the center knows when each was
 * used last. It verifies passwords and client secrets itself. Tokens beyond the limit, or in a lost
 * heartbeat, are reported after their next sign-in.
 */
final class UsedTokens {
  private static final int MOST = 500;

  private final Set<String> ids = ConcurrentHashMap.newKeySet();

  void add(String id) {
    if (ids.size() < MOST) {
      ids.add(id);
    }
  }

  /** Moves the ids into {@code used} of a heartbeat. */
  void moveInto(ObjectNode body) {
    var used = body.putArray("used");
    for (Iterator<String> id = ids.iterator(); id.hasNext() && used.size() < MOST; ) {
      used.add(id.next());
      id.remove();
    }
  }
}
