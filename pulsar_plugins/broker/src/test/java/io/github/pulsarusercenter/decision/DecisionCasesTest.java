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
        .map(
            decisionCase ->
                DynamicTest.dynamicTest(
                    decisionCase.toString(), () -> answeredAsWritten(decisionCase)));
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
                    decisionCase ->
                        decisionCase.question() == question
                            && decisionCase.raw().get("allowed").asBoolean() == allowed);
        if (!found) {
          missing.add(question + " " + allowed);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  private static void answeredAsWritten(CaseFiles.Case decisionCase) {
    DecisionEngine engine = new DecisionEngine(decisionCase.options());
    CachedDecisions cached = new CachedDecisions(engine, decisionCase.snapshot());
    check(
        decisionCase,
        engine.decide(
            decisionCase.snapshot(),
            decisionCase.principal(),
            decisionCase.question(),
            decisionCase.resource(),
            decisionCase.subscription(),
            decisionCase.from(),
            decisionCase.now()));
    for (int times = 0; times < 2; times++) {
      check(
          decisionCase,
          cached.decide(
              decisionCase.principal(),
              decisionCase.question(),
              decisionCase.resource(),
              decisionCase.subscription(),
              decisionCase.from(),
              decisionCase.now()));
    }
  }

  private static Decision narrowed(CaseFiles.Case decisionCase, Decision ofUser) {
    TokenScope scope = decisionCase.scope();
    if (scope == null || !ofUser.allowed()) {
      return ofUser;
    }
    CachedDecisions cached =
        new CachedDecisions(new DecisionEngine(decisionCase.options()), decisionCase.snapshot());
    boolean covered = true;
    for (int times = 0; times < 2; times++) {
      covered &=
          cached.isCovered(
              scope,
              decisionCase.principal(),
              decisionCase.question(),
              decisionCase.resource(),
              decisionCase.subscription(),
              decisionCase.now());
    }
    return covered ? ofUser : Decision.of(false, Reason.TOKEN_SCOPE);
  }

  private static void check(CaseFiles.Case decisionCase, Decision ofUser) {
    Decision answer = narrowed(decisionCase, ofUser);
    assertEquals(decisionCase.raw().get("reason").asText(), answer.reason().name());
    assertEquals(decisionCase.raw().get("allowed").asBoolean(), answer.allowed());
    assertEquals(decisionCase.grants(), Arrays.stream(answer.grants()).boxed().toList());
    assertEquals(answer.grants().length, answer.roles().length);
    assertTrue(
        answer.validFrom() <= decisionCase.now() && decisionCase.now() < answer.validUntil());
  }
}
