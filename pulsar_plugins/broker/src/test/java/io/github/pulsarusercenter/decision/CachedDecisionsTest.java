package io.github.pulsarusercenter.decision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CachedDecisionsTest {
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final IpAddress HERE = IpAddress.parse("10.0.0.1");
  private static final int SMALL = 1 << 11;

  private final DecisionEngine engine = new DecisionEngine(DecisionOptions.DEFAULTS);

  @Test
  void aRepeatedQuestionIsNotDecidedAgain() throws Exception {
    CachedDecisions cached = new CachedDecisions(engine, RandomRights.snapshot(new Random(1)));
    Decision first = ask(cached, "persistent://t0/n0/a", 5);
    assertSame(first, ask(cached, new String("persistent://t0/n0/a"), 5));
    assertEquals(1, cached.size());
  }

  @Test
  void aDecisionLastsOnlyAsLongAsTheWindowsAllow() {
    PermissionSnapshot snapshot =
        RandomRights.parse(
            """
            {"cluster":"prod","revision":1,"users":[{"name":"u0","roles":[1]}],
             "grants":[{"id":1,"role":1,"type":2,"name":"t0","auth":[102],"from":10,"until":20}]}
            """);
    CachedDecisions cached = new CachedDecisions(engine, snapshot);
    assertEquals(Reason.GRANT_NOT_IN_FORCE, ask(cached, "persistent://t0/n/a", 9).reason());
    assertEquals(Reason.GRANTED, ask(cached, "persistent://t0/n/a", 10).reason());
    Decision inside = ask(cached, "persistent://t0/n/a", 19);
    assertEquals(Reason.GRANTED, inside.reason());
    assertEquals(10, inside.validFrom());
    assertEquals(20, inside.validUntil());
    assertEquals(Reason.GRANT_NOT_IN_FORCE, ask(cached, "persistent://t0/n/a", 20).reason());
    assertEquals(Reason.GRANTED, ask(cached, "persistent://t0/n/a", 12).reason(), "clock set back");
  }

  @Test
  void cachedAndUncachedAgree() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      PermissionSnapshot snapshot = RandomRights.snapshot(random);
      CachedDecisions cached = new CachedDecisions(engine, snapshot, SMALL);
      for (int i = 0; i < 2_000; i++) {
        RandomRights.AccessQuestion ask = RandomRights.ask(random);
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
        assertArrayEquals(expected.roles(), answer.roles(), ask::toString);
      }
    }
  }

  @Test
  void anAnswerHoldsAllThroughItsSpan() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      PermissionSnapshot snapshot = RandomRights.snapshot(random);
      for (int i = 0; i < 500; i++) {
        RandomRights.AccessQuestion ask = RandomRights.ask(random);
        Decision answer = decide(snapshot, ask, ask.now());
        for (long now = 0; now <= RandomRights.LAST_MOMENT; now++) {
          if (answer.validFrom() <= now && now < answer.validUntil()) {
            Decision later = decide(snapshot, ask, now);
            assertEquals(answer.reason(), later.reason(), ask::toString);
            assertArrayEquals(answer.grants(), later.grants(), ask::toString);
          }
        }
      }
    }
  }

  @Test
  void inventedNamesDoNotFillTheMemory() {
    CachedDecisions cached =
        new CachedDecisions(engine, RandomRights.snapshot(new Random(1)), SMALL);
    for (int i = 0; i < 100_000; i++) {
      ask(cached, "persistent://t0/n0/invented-" + i, 5);
    }
    assertTrue(cached.size() <= SMALL, () -> "remembers " + cached.size());
  }

  @Test
  void inventedNamesPushLittleOut() {
    CachedDecisions cached =
        new CachedDecisions(engine, RandomRights.snapshot(new Random(1)), SMALL);
    List<Decision> first = new ArrayList<>();
    for (int i = 0; i < SMALL / 4; i++) {
      first.add(ask(cached, "persistent://t0/n0/busy-" + i, 5));
    }
    for (int i = 0; i < 3 * SMALL; i++) {
      ask(cached, "persistent://t0/n0/invented-" + i, 5);
    }
    int count = 0;
    for (int i = 0; i < first.size(); i++) {
      count += ask(cached, "persistent://t0/n0/busy-" + i, 5) == first.get(i) ? 1 : 0;
    }
    int remembered = count;
    assertTrue(count > first.size() / 2, () -> remembered + " of " + first.size());
  }

  @Test
  void aRepeatedQuestionIsSoonRemembered() {
    CachedDecisions cached =
        new CachedDecisions(engine, RandomRights.snapshot(new Random(1)), SMALL);
    for (int i = 0; i < 3 * SMALL; i++) {
      ask(cached, "persistent://t0/n0/invented-" + i, 5);
    }
    Decision before = ask(cached, "persistent://t0/n0/new", 5);
    for (int i = 0; i < 8; i++) {
      before = ask(cached, "persistent://t0/n0/new", 5);
    }
    assertSame(before, ask(cached, "persistent://t0/n0/new", 5));
  }

  @Test
  void namesMadeToCollideStayDifferentQuestions() {
    CachedDecisions cached = new CachedDecisions(engine, RandomRights.snapshot(new Random(1)));
    List<String> colliding = List.of("AaAa", "BBBB", "AaBB", "BBAa");
    List<Decision> first = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < colliding.size(); i++) {
        ResourceName name = ResourceName.topic("persistent://t0/n0/" + colliding.get(i));
        Decision answer = cached.decide("u0", PRODUCE, name, null, null, 5);
        if (round == 0) {
          first.add(answer);
        }
        assertSame(first.get(i), answer);
      }
    }
  }

  @Test
  void aHitAllocatesNothing() {
    CachedDecisions cached = new CachedDecisions(engine, RandomRights.snapshot(new Random(1)));
    ResourceName topic = ResourceName.topic("persistent://t0/n0/a");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    int calls = 100_000;
    long before = 0;
    for (int i = -calls; i < calls; i++) {
      if (i == 0) {
        before = threads.getThreadAllocatedBytes(id);
      }
      cached.decide("u0", PRODUCE, topic, "s", HERE, 5);
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;
    assertTrue(bytes < calls, () -> bytes + " bytes for " + calls + " calls");
  }

  @Test
  void anAnswerIsRememberedForItsAddress() {
    CachedDecisions cached =
        new CachedDecisions(
            engine,
            RandomRights.parse(
                """
                {"cluster":"prod","revision":1,"users":[{"name":"u0","roles":[1]}],
                 "grants":[{"id":1,"role":1,"type":2,"name":"t0","auth":[],
                            "limits":{"auth":[102],"networks":["10.0.0.0/8"]}}]}
                """));
    ResourceName topic = ResourceName.topic("persistent://t0/n/a");
    IpAddress outside = IpAddress.parse("11.0.0.1");
    for (int times = 0; times < 3; times++) {
      assertTrue(cached.decide("u0", PRODUCE, topic, null, HERE, 5).allowed());
      assertFalse(cached.decide("u0", PRODUCE, topic, null, outside, 5).allowed());
      assertFalse(cached.decide("u0", PRODUCE, topic, null, null, 5).allowed());
      assertTrue(
          cached.decide("u0", PRODUCE, topic, null, IpAddress.parse("10.0.0.1"), 5).allowed());
    }
    assertEquals(3, cached.size());
  }

  @Test
  void withoutNetworksTheAddressDoesNotMatter() {
    CachedDecisions cached =
        new CachedDecisions(
            engine,
            RandomRights.parse(
                "{\"cluster\":\"prod\",\"revision\":1,\"users\":[{\"name\":\"u0\",\"roles\":[1]}]}"));
    ResourceName topic = ResourceName.topic("persistent://t0/n/a");
    Decision first = cached.decide("u0", PRODUCE, topic, null, HERE, 5);
    assertSame(first, cached.decide("u0", PRODUCE, topic, null, null, 5));
    assertEquals(1, cached.size());
  }

  private Decision ask(CachedDecisions cached, String topic, long now) {
    return cached.decide("u0", PRODUCE, ResourceName.topic(topic), null, HERE, now);
  }

  private Decision decide(PermissionSnapshot snapshot, RandomRights.AccessQuestion ask, long now) {
    return engine.decide(
        snapshot,
        ask.principal(),
        ask.question(),
        ask.resource(),
        ask.subscription(),
        ask.from(),
        now);
  }
}
