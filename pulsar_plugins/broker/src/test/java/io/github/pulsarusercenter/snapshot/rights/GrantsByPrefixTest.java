package io.github.pulsarusercenter.snapshot.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table finds what looking at each grant finds. */
class GrantsByPrefixTest {
  private static final String PLACE = "acme/orders";
  private static final int NAMESPACE = ResourceName.NAMESPACE;
  private static final List<String> LETTERS = List.of("a", "b", "-", "\uD83D\uDE00");

  @Test
  void findsTheSameGrantsAsASearchThroughAll() {
    Random random = new Random(17);
    int covering = 0;
    for (int round = 0; round < 2_000; round++) {
      List<Grant> grants = grants(random, 2 + random.nextInt(40));
      RoleRights rights = RoleRights.of(1L, grants);
      String name = random.nextInt(10) == 0 ? null : text(random, 8);
      List<Grant> found = new ArrayList<>();
      ResourceName target =
          name == null
              ? ResourceName.of(NAMESPACE, PLACE)
              : ResourceName.topic("persistent://" + PLACE + "/" + name);
      rights.at(NAMESPACE, PLACE, target, found);
      assertEquals(lookingAtEach(grants, name), ids(found), () -> "for " + name);
      covering += found.size();
    }
    assertTrue(covering > 10_000, "found " + covering);
  }

  private static List<Long> lookingAtEach(List<Grant> grants, String name) {
    return ids(
        grants.stream()
            .filter(grant -> grant.type() == NAMESPACE)
            .filter(
                grant ->
                    !grant.isPrefixed() || name != null && name.startsWith(grant.limits().prefix()))
            .toList());
  }

  private static List<Long> ids(List<Grant> grants) {
    return grants.stream().map(Grant::id).sorted().toList();
  }

  private static List<Grant> grants(Random random, int count) {
    List<Grant> grants = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      grants.add(grant(id, random.nextInt(4) == 0 ? null : text(random, 6)));
    }
    return grants;
  }

  /** Short words of few letters, one of them outside the basic plane: many begin another. */
  private static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(most);
    for (int i = 0; i < length; i++) {
      text.append(LETTERS.get(random.nextInt(4)));
    }
    return text.toString();
  }

  private static Grant grant(long id, String prefix) {
    Limits limits = prefix == null ? null : new Limits(prefix, null, null);
    Terms terms = new Terms(new long[] {302}, Long.MIN_VALUE, Long.MAX_VALUE, limits);
    return new Grant(id, 1, Place.of(NAMESPACE, PLACE), terms);
  }
}
