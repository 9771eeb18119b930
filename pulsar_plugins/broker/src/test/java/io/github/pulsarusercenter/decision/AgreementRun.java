package io.github.pulsarusercenter.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.SnapshotGapException;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Answers random questions for {@code tests/soak/agreement.py}, which compares the answers: a
 * program, given the port of the socket.
 */
final class AgreementRun {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OTHER_TIMES = 3;

  private AgreementRun() {}

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    try (Socket center = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(center.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter out =
            new BufferedWriter(
                new OutputStreamWriter(center.getOutputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answer(JSON.readTree(line), out);
        out.flush();
      }
    }
  }

  private static void answer(JsonNode block, BufferedWriter out)
      throws IOException, SnapshotGapException {
    JsonNode options = block.get("options");
    DecisionEngine engine =
        new DecisionEngine(
            new DecisionOptions(
                options.get("subscription_topics").asBoolean(),
                options.get("list_for_topic_holders").asBoolean(),
                options.get("list_tenants").asBoolean()));
    PermissionSnapshot snapshot = arrivedAt(block);
    CachedDecisions cached = new CachedDecisions(engine, snapshot);
    for (JsonNode ask : block.get("asks")) {
      String principal = ask.get(0).textValue();
      Question question = Question.of(ask.get(1).textValue());
      ResourceName resource = ResourceName.of(ask.get(2).intValue(), ask.get(3).textValue());
      String subscription = ask.get(4).textValue();
      long now = ask.get(5).longValue();
      IpAddress from = IpAddress.parse(ask.get(6).textValue());
      Decision answer =
          engine.decide(snapshot, principal, question, resource, subscription, from, now);
      boolean narrowed = answer.allowed() && !ask.get(7).isNull();
      if (narrowed && !covers(cached, ask, principal, question, resource, subscription, now)) {
        out.write(Decision.of(false, Reason.TOKEN_SCOPE) + "\n");
      } else {
        out.write(answer + "\n");
      }
      // A decision remembered for one time must not be returned for another.
      for (long at = now + OTHER_TIMES; at >= now - OTHER_TIMES; at--) {
        Decision fresh =
            engine.decide(snapshot, principal, question, resource, subscription, from, at);
        Decision remembered = cached.decide(principal, question, resource, subscription, from, at);
        assertEquals(fresh.toString(), remembered.toString(), ask::toString);
      }
    }
  }

  private static boolean covers(
      CachedDecisions decisions,
      JsonNode ask,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      long now) {
    TokenScope scope = TokenScope.of(JSON.convertValue(ask.get(7), Object.class));
    return decisions.isCovered(scope, principal, question, resource, subscription, now);
  }

  /** The snapshot after all deltas; must equal the whole snapshot of the same state. */
  private static PermissionSnapshot arrivedAt(JsonNode block) throws SnapshotGapException {
    PermissionSnapshot snapshot = PermissionSnapshot.parse(block.get("start"));
    for (JsonNode delta : block.get("deltas")) {
      snapshot = snapshot.apply(delta);
    }
    assertEquals(
        Snapshots.document(PermissionSnapshot.parse(block.get("world"))),
        Snapshots.document(snapshot));
    return snapshot;
  }
}
