package io.github.pulsarusercenter.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the shared truth tables against the plugin. Python runs the same files. */
class DecisionCasesTest {

  @TestFactory
  Stream<DynamicTest> everyCase() throws Exception {
    return CaseFiles.all().stream()
        .map(one -> DynamicTest.dynamicTest(one.toString(), () -> answeredAsWritten(one)));
  }

  @Test
  void thereAreEnoughCases() throws Exception {
    assertTrue(CaseFiles.all().size() >= 500);
  }

  @Test
  void everyQuestionIsAllowedOnceAndDeniedOnce() throws Exception {
    List<CaseFiles.Case> cases = CaseFiles.all();
    List<String> missing = new ArrayList<>();
    for (Question question : Question.all()) {
      for (boolean allowed : new boolean[] {true, false}) {
        boolean found =
            cases.stream()
                .anyMatch(
                    one ->
                        one.question() == question
                            && one.raw().get("allowed").asBoolean() == allowed);
        if (!found) {
          missing.add(question + " " + allowed);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  private static void answeredAsWritten(CaseFiles.Case one) {
    DecisionEngine engine = new DecisionEngine(one.options());
    CachedDecisions cached = new CachedDecisions(engine, one.snapshot());
    check(
        one,
        engine.decide(
            one.snapshot(),
            one.principal(),
            one.question(),
            one.resource(),
            one.subscription(),
            one.from(),
            one.now()));
    for (int times = 0; times < 2; times++) {
      check(
          one,
          cached.decide(
              one.principal(),
              one.question(),
              one.resource(),
              one.subscription(),
              one.from(),
              one.now()));
    }
  }

  private static Decision narrowed(CaseFiles.Case one, Decision ofUser) {
    TokenScope scope = one.scope();
    if (scope == null || !ofUser.allowed()) {
      return ofUser;
    }
    CachedDecisions here = new CachedDecisions(new DecisionEngine(one.options()), one.snapshot());
    boolean covered = true;
    for (int times = 0; times < 2; times++) {
      covered &=
          here.isCovered(
              scope,
              one.principal(),
              one.question(),
              one.resource(),
              one.subscription(),
              one.now());
    }
    return covered ? ofUser : Decision.of(false, Reason.TOKEN_SCOPE);
  }

  private static void check(CaseFiles.Case one, Decision ofUser) {
    Decision answer = narrowed(one, ofUser);
    assertEquals(one.raw().get("reason").asText(), answer.reason().name());
    assertEquals(one.raw().get("allowed").asBoolean(), answer.allowed());
    assertEquals(one.grants(), Arrays.stream(answer.grants()).boxed().toList());
    assertEquals(answer.grants().length, answer.roles().length);
    assertTrue(answer.validFrom() <= one.now() && one.now() < answer.validUntil());
  }
}
