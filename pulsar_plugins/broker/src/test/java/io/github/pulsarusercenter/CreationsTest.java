package io.github.pulsarusercenter;

import static io.github.pulsarusercenter.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.permissions.PlaceReports;
import io.github.pulsarusercenter.permissions.ReportedPlace;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.apache.pulsar.metadata.api.Notification;
import org.apache.pulsar.metadata.api.NotificationType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What was made at the broker is reported in order with what was deleted, and proofs stay secret.
 */
class CreationsTest extends ProviderSetUp {
  private static final Caller ALICE = new Caller("alice", "the-proof");
  private static final ReportedPlace MADE = ReportedPlace.topic(ORDERS.toString());

  @Test
  void aReportNamesTheMakerAndItsProof() throws Exception {
    made(ALICE);
    assertEquals(
        "{\"places\":[{\"type\":\"topic\",\"name\":\"persistent://acme/orders/created\","
            + "\"actor\":\"alice\",\"proof\":\"the-proof\"}]}",
        reports().get(0));
  }

  @Test
  void aReportOfAMigrationSaysSoAlsoAfterARestart() throws Exception {
    center.creationsStatus = 503;
    ReportedPlace place = new ReportedPlace("topic", "topic://acme/orders/created", true);
    provider.runtime.placeReports().reportCall(place, false, ALICE).get(60, SECONDS);
    assertTrue(reports().get(0).contains("\"migrated\":true"), reports().get(0));
    provider.close();
    center.bodies.clear();
    center.creationsStatus = 200;
    begin();
    eventually("the report", () -> !reports().isEmpty());
    assertTrue(reports().get(0).contains("\"migrated\":true"), reports().get(0));
  }

  @Test
  void aReportWithoutACertainMakerNamesNobody() throws Exception {
    made(new Caller(null, null));
    assertTrue(reports().get(0).contains("\"actor\":null,\"proof\":null"), reports().get(0));
  }

  @Test
  void itCompletesOnceTheBrokerHasTheRightsOfTheMaker() throws Exception {
    center.creationsAnswer = "{\"revision\":6,\"refused\":[]}";
    var reported = provider.runtime.placeReports().reportCall(MADE, false, ALICE);
    eventually("the report", () -> !reports().isEmpty());
    center.delta(Snapshots.withoutGrant(5), 6);
    reported.get(60, SECONDS);
    assertEquals(6, provider.runtime.rights().revision());
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 404, 422, 429, 500, 503})
  void itNeverFails(int status) throws Exception {
    center.creationsStatus = status;
    made(ALICE);
    assertTrue(may("alice", TopicOperation.PRODUCE), "rights count on what was made");
  }

  @Test
  void deletionsAndCreationsStayInOrder() throws Exception {
    center.deletionsStatus = 503;
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    made(ALICE);
    provider.removePermissionsAsync(TopicName.get("acme/orders/later")).get(60, SECONDS);
    center.calls.clear();
    center.deletionsStatus = 200;
    eventually(
        "all three",
        () ->
            center.calls.stream()
                .filter(call -> call.endsWith("tions"))
                .toList()
                .equals(List.of("/deletions", "/creations", "/deletions")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/admin/policies/acme", "/admin/policies/acme/orders"})
  void whatIsDeletedAgainMeanwhileIsNotMade(String deleted) throws Exception {
    center.creationsStatus = 503;
    made(ALICE);
    provider.runtime.placeReports().onChange(new Notification(NotificationType.Deleted, deleted));
    center.bodies.clear();
    center.creationsStatus = 200;
    eventually("the deletion", () -> center.calls.contains("/deletions"));
    provider
        .runtime
        .placeReports()
        .reportCall(new ReportedPlace("tenant", "later"), false, ALICE)
        .get(60, SECONDS);
    assertEquals(1, reports().size(), reports().toString());
    assertTrue(reports().get(0).contains("later"), reports().get(0));
  }

  @Test
  void aRestartKeepsTheReportWithoutItsProof() throws Exception {
    center.creationsStatus = 503;
    made(ALICE);
    provider.close();
    String stored = Files.readString(directory.resolve("s.json.deletions"));
    assertTrue(stored.contains("\"actor\":\"alice\""), stored);
    assertFalse(stored.contains("the-proof"), stored);
    center.bodies.clear();
    center.creationsStatus = 200;
    begin();
    eventually("the report", () -> !reports().isEmpty());
    assertTrue(reports().get(0).contains("\"actor\":\"alice\",\"proof\":null"), reports().get(0));
  }

  @Test
  void howeverManyAreMadeDeletionsAreReported() throws Exception {
    provider.close();
    center.creationsStatus = 503;
    String waiting =
        IntStream.range(0, 50_000)
            .mapToObj(number -> "{\"type\":\"tenant\",\"name\":\"t" + number + "\",\"actor\":null}")
            .collect(Collectors.joining(",", "{\"time\":1,\"reports\":[", "]}"));
    ClusterCredential credential = new ClusterCredential(directory.resolve("credential"));
    new SnapshotFile(directory.resolve("s.json"), "test", credential)
        .writeDeletions(waiting.getBytes(UTF_8));
    begin();
    made(ALICE);
    provider.removePermissionsAsync(TopicName.get("acme/orders/gone")).get(60, SECONDS);
    provider.close();
    String stored = Files.readString(directory.resolve("s.json.deletions"));
    assertFalse(stored.contains("alice"), "one more creation");
    assertTrue(stored.contains("acme/orders/gone"), "a deletion");
  }

  @Test
  void whatTheCenterDoesNotTakeOverIsSentOnce() throws Exception {
    center.creationsAnswer =
        "{\"revision\":5,\"refused\":[{\"name\":\"a b\",\"code\":\"invalid_name\",\"detail\":\"no\"}]}";
    made(ALICE);
    PlaceReports later = provider.runtime.placeReports();
    later.reportCall(new ReportedPlace("tenant", "later"), false, ALICE).get(60, SECONDS);
    assertEquals(2, reports().size());
  }

  private void made(Caller maker) throws Exception {
    provider.runtime.placeReports().reportCall(MADE, false, maker).get(60, SECONDS);
  }

  private List<String> reports() {
    return center.bodies.stream().filter(body -> body.contains("\"proof\"")).toList();
  }
}
