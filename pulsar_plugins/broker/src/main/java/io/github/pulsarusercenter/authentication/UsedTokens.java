package io.github.pulsarusercenter.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which tokens signed in since the last heartbeat, so that the center can tell when each was used
 * last; passwords and client secrets it sees itself. What does not fit, or is in a heartbeat that
 * gets lost, is told by the next sign-in.
 */
final class UsedTokens {
  private static final int MOST = 500;

  private final Set<String> ids = ConcurrentHashMap.newKeySet();

  void add(String id) {
    if (ids.size() < MOST) {
      ids.add(id);
    }
  }

  /** Moves them into {@code used} of a heartbeat. */
  void into(ObjectNode body) {
    var used = body.putArray("used");
    for (Iterator<String> each = ids.iterator(); each.hasNext() && used.size() < MOST; ) {
      used.add(each.next());
      each.remove();
    }
  }
}
