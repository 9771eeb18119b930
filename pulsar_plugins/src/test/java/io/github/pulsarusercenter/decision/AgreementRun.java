package io.github.pulsarusercenter.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.snapshot.PermissionSnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Answers a file of random questions for {@code tests/soak/agreement.py}, which compares. Not named
 * as a test: Maven runs it only when it is asked for.
 */
class AgreementRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void answerTheFile() throws IOException {
    Path questions = Path.of(System.getProperty("agreement.questions"));
    Path answers = Path.of(System.getProperty("agreement.answers"));
    try (BufferedReader in = Files.newBufferedReader(questions, StandardCharsets.UTF_8);
        PrintWriter out =
            new PrintWriter(Files.newBufferedWriter(answers, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answer(JSON.readTree(line), out);
      }
    }
  }

  private static void answer(JsonNode block, PrintWriter out) {
    JsonNode options = block.get("options");
    DecisionEngine engine =
        new DecisionEngine(
            new DecisionOptions(
                options.get("subscription_topics").asBoolean(),
                options.get("list_for_topic_holders").asBoolean()));
    PermissionSnapshot snapshot = PermissionSnapshot.parse(block.get("world"));
    CachedDecisions cached = new CachedDecisions(engine, snapshot);
    for (JsonNode ask : block.get("asks")) {
      String principal = ask.get(0).textValue();
      Question question = Question.of(ask.get(1).textValue());
      ResourceName resource = ResourceName.of(ask.get(2).intValue(), ask.get(3).textValue());
      String subscription = ask.get(4).textValue();
      long now = ask.get(5).longValue();
      Decision answer = engine.decide(snapshot, principal, question, resource, subscription, now);
      Decision remembered = cached.decide(principal, question, resource, subscription, now);
      assertEquals(answer.toString(), remembered.toString(), ask::toString);
      out.write(answer + "\n");
    }
  }
}
