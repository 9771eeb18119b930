package io.github.pulsarusercenter.decision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Decisions that are remembered for the next snapshot are those that it gives. */
class MovedDecisionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> USERS = List.of("u0", "u1", "u2", "s0", "s1", "off", "u0-x");
  private static final ResourceName TOPIC = ResourceName.topic("persistent://t0/n0/a");

  private final DecisionEngine engine = new DecisionEngine(DecisionOptions.DEFAULTS);
  private int kept;
  private int asked;

  @Test
  void movedAndDecidedAnewAgree() throws Exception {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      PermissionSnapshot snapshot = RandomRights.snapshot(random);
      CachedDecisions cached = new CachedDecisions(engine, snapshot);
      List<RandomRights.AccessQuestion> questions = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        questions.add(RandomRights.ask(random));
      }
      for (int change = 0; change < 12; change++) {
        snapshot = snapshot.apply(delta(random, snapshot.revision()));
        cached = cached.movedTo(snapshot);
        kept += cached.size();
        for (RandomRights.AccessQuestion ask : questions) {
          compare(snapshot, cached, ask);
        }
      }
    }
    assertTrue(kept > asked / 5, () -> kept + " of " + asked);
  }

  @Test
  void aGrantLeavesTheDecisionsAboutOthers() throws Exception {
    PermissionSnapshot before =
        RandomRights.parse(
            """
            {"cluster":"prod","revision":1,
             "users":[{"name":"u0","roles":[1]},{"name":"u1","roles":[2]},
                      {"name":"s1","roles":[3],"main":"u1"}],
             "grants":[{"id":1,"role":1,"type":2,"name":"t0","auth":[102]},
                       {"id":3,"role":3,"type":2,"name":"t0","auth":[102]}]}
            """);
    CachedDecisions cached = new CachedDecisions(engine, before);
    Decision first = ask(cached, "u0");
    assertEquals(Reason.NO_GRANT, ask(cached, "u1").reason());
    assertEquals(Reason.MAIN_ACCOUNT_LACKS_RIGHT, ask(cached, "s1").reason());
    PermissionSnapshot after =
        before.apply(
            JSON.readTree(
                """
                {"after":1,"revision":2,"gone":{},
                 "set":{"grants":[{"id":2,"role":2,"type":2,"name":"t0","auth":[102]}]}}
                """));
    CachedDecisions moved = cached.movedTo(after);
    assertEquals(1, moved.size());
    assertSame(first, ask(moved, "u0"));
    assertEquals(Reason.GRANTED, ask(moved, "u1").reason());
    assertEquals(Reason.GRANTED, ask(moved, "s1").reason());
  }

  private void compare(
      PermissionSnapshot snapshot, CachedDecisions cached, RandomRights.AccessQuestion ask) {
    asked++;
    Decision expected =
        engine.decide(
            snapshot,
            ask.principal(),
            ask.question(),
            ask.resource(),
            ask.subscription(),
            ask.from(),
            ask.now());
    Decision answer =
        cached.decide(
            ask.principal(),
            ask.question(),
            ask.resource(),
            ask.subscription(),
            ask.from(),
            ask.now());
    assertEquals(expected.reason(), answer.reason(), ask::toString);
    assertArrayEquals(expected.grants(), answer.grants(), ask::toString);
  }

  /** A user, a grant, a switched-off place or a rule that comes, changes or goes. */
  private static ObjectNode delta(Random random, long revision) {
    ObjectNode delta = JSON.createObjectNode().put("after", revision).put("revision", revision + 1);
    ObjectNode set = delta.putObject("set");
    ObjectNode gone = delta.putObject("gone");
    boolean comes = random.nextInt(3) > 0;
    switch (random.nextInt(9)) {
      case 0, 1 -> {
        // Its name decides whose subscriptions "u0-x" are.
        String name = random.nextBoolean() ? "u0-x" : USERS.get(random.nextInt(USERS.size()));
        if (comes) {
          set.putArray("users").add(RandomRights.user(random, name));
        } else {
          gone.putArray("users").add(name);
        }
      }
      case 2 -> (comes ? set : gone).putArray("invalid").add(RandomRights.name(random, 3));
      case 3 -> {
        String namespace = RandomRights.name(random, 3);
        if (comes) {
          ObjectNode rules = set.putArray("subscription_rules").addObject();
          rules.put("namespace", namespace).put("mode", random.nextBoolean() ? "Prefix" : "None");
          rules.putObject("users").putArray("other").add("u0");
        } else {
          gone.putArray("subscription_rules").add(namespace);
        }
      }
      default -> {
        int id = 1 + random.nextInt(30);
        if (comes) {
          set.putArray("grants").add(RandomRights.grant(random, id));
        } else {
          gone.putArray("grants").add(id);
        }
      }
    }
    return delta;
  }

  private static Decision ask(CachedDecisions cached, String principal) {
    return cached.decide(principal, Question.of("topic:PRODUCE"), TOPIC, null, null, 5);
  }
}
