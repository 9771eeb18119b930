package io.github.pulsarusercenter;

import static io.github.pulsarusercenter.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.permissions.DeletedTopics;
import io.github.pulsarusercenter.permissions.PlaceReports;
import io.github.pulsarusercenter.permissions.ReportedPlace;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.apache.pulsar.metadata.api.Notification;
import org.apache.pulsar.metadata.api.NotificationType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PlaceReports, and only these, are reported to the center, whether or not it answers. */
class DeletionsTest extends ProviderSetUp {
  private static final String CREATED = "\"name\":\"persistent://acme/orders/created\"";
  private static final String READER =
      "{\"name\":\"reader\",\"status\":\"active\",\"main\":null,\"roles\":[12],\"cred\":1,\"tokens_from\":0},";
  private static final String READING =
      "{\"id\":12,\"role\":12,\"type\":4,"
          + CREATED
          + ",\"auth\":[303],\"from\":null,\"until\":null},";

  @Test
  void aDeletedTopicIsReportedBeforeItsDeletionGoesOn() throws Exception {
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    assertTrue(newestReport().contains(CREATED), newestReport());
    assertTrue(newestReport().contains("\"type\":\"topic\""), newestReport());
  }

  @Test
  void aRemovalNamesTheCallerAndARestartForgetsTheProof() throws Exception {
    ReportedPlace tenant = new ReportedPlace("tenant", "acme");
    PlaceReports reports = provider.runtime.placeReports();
    center.deletionsStatus = 503;
    reports.reportCall(tenant, true, new Caller("alice", "the-proof")).get(60, SECONDS);
    String says = "\"actor\":\"alice\",\"proof\":\"the-proof\",\"ago_ms\":";
    assertTrue(newestReport().contains(says), newestReport());
    assertTrue(newestReport().contains("\"removed\":true"), newestReport());
    provider.close();
    String stored = Files.readString(directory.resolve("s.json.deletions"));
    assertFalse(stored.contains("the-proof"), stored);
    center.bodies.clear();
    center.deletionsStatus = 200;
    begin();
    eventually("the report", () -> newestReport().contains("\"removed\":true"));
    assertTrue(newestReport().contains("\"actor\":\"alice\",\"proof\":null"), newestReport());
  }

  @Test
  void partitionsAndPartitionedTopicsAreNotReported() throws Exception {
    provider.removePermissionsAsync(TopicName.get(ORDERS + "-partition-3")).get(60, SECONDS);
    report(CompletableFuture.completedFuture(true));
    assertFalse(center.calls.contains("/deletions"));
  }

  @Test
  void aTopicOfUnknownPartitionsIsReported() throws Exception {
    report(CompletableFuture.failedFuture(new IllegalStateException()));
    assertTrue(newestReport().contains(CREATED), newestReport());
  }

  private void report(CompletableFuture<Boolean> partitioned) throws Exception {
    PlaceReports deletions = provider.runtime.placeReports();
    new DeletedTopics(deletions, topic -> partitioned).report(ORDERS).get(60, SECONDS);
  }

  @Test
  void aDeletionDoesNotWaitForACenterThatHangs() throws Exception {
    center.stalled = true;
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    assertFalse(center.bodies.stream().anyMatch(body -> body.contains(CREATED)));
    center.stalled = false;
    eventually("the report", () -> newestReport().contains(CREATED));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 429, 500, 503})
  void aRefusedReportIsSentAgain(int status) throws Exception {
    center.deletionsStatus = status;
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    provider.removePermissionsAsync(TopicName.get("acme/orders/later")).get(60, SECONDS);
    center.deletionsStatus = 200;
    eventually(
        "both in one report",
        () -> newestReport().contains(CREATED) && newestReport().contains("/later"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422, 500})
  void aWrongReportDoesNotHideTheOthers(int status) throws Exception {
    center.deletionsStatus = 503;
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    provider.removePermissionsAsync(TopicName.get("acme/orders/refused")).get(60, SECONDS);
    provider.removePermissionsAsync(TopicName.get("acme/orders/later")).get(60, SECONDS);
    center.wrongStatus = status;
    center.wrongDeletion = "/refused";
    center.bodies.clear();
    center.deletionsStatus = 200;
    eventually("the others", () -> isReportedAlone(CREATED) && isReportedAlone("/later\""));
    if (status == 500) {
      center.wrongDeletion = "nothing of the kind";
      center.bodies.clear();
      eventually("the one, later", () -> newestReport().contains("/refused"));
    }
  }

  private boolean isReportedAlone(String name) {
    return center.bodies.stream()
        .anyMatch(body -> body.contains(name) && !body.contains("refused"));
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 422})
  void aCenterWithoutReportsGetsNoReportTwice(int status) throws Exception {
    center.deletionsStatus = status;
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    center.deletionsStatus = 200;
    provider.removePermissionsAsync(TopicName.get("acme/orders/later")).get(60, SECONDS);
    assertTrue(newestReport().contains("/later"), newestReport());
    assertFalse(newestReport().contains(CREATED), newestReport());
  }

  @ParameterizedTest
  @CsvSource({
    "/admin/policies/acme,tenant,acme",
    "/admin/policies/acme/orders,namespace,acme/orders",
    "/admin/partitioned-topics/acme/orders/persistent/a%3Ab,topic,persistent://acme/orders/a:b",
    "/admin/partitioned-topics/acme/orders/non-persistent/b,topic,non-persistent://acme/orders/b",
  })
  void deletionsWithoutACallbackAreReadFromTheMetadata(String path, String type, String name)
      throws Exception {
    provider.runtime.placeReports().onChange(new Notification(NotificationType.Deleted, path));
    eventually("the report", () -> newestReport().contains("\"name\":\"" + name + "\""));
    assertTrue(newestReport().contains("\"type\":\"" + type + "\""), newestReport());
  }

  @Test
  void otherNodesAndOtherChangesAreNoDeletions() throws Exception {
    List<String> others =
        List.of(
            "/admin/policies",
            "/admin/local-policies/acme/orders",
            "/admin/policies/acme/use/orders",
            "/admin/partitioned-topics/acme/orders/persistent",
            "/admin/clusters/standalone",
            "/managed-ledgers/acme/orders/persistent/created",
            "/",
            "");
    for (String path : others) {
      provider.runtime.placeReports().onChange(new Notification(NotificationType.Deleted, path));
    }
    for (NotificationType type : NotificationType.values()) {
      if (type != NotificationType.Deleted) {
        provider.runtime.placeReports().onChange(new Notification(type, "/admin/policies/acme"));
      }
    }
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    assertEquals(1, center.calls.stream().filter("/deletions"::equals).count());
    assertFalse(newestReport().contains("tenant"), newestReport());
  }

  @Test
  void whileAReportWaitsOnlyRightsFromAboveCount() throws Exception {
    center.deletionsStatus = 503;
    assertTrue(reads() && lists());
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    assertFalse(reads());
    assertFalse(lists());
    assertTrue(may("alice", TopicOperation.PRODUCE));
    center.deletionsStatus = 200;
    eventually("what the center says", () -> reads() && lists());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/admin/policies/acme", "/admin/policies/acme/orders"})
  void rightsBelowADeletedPlaceDoNotCountEither(String path) throws Exception {
    center.deletionsStatus = 503;
    provider.runtime.placeReports().onChange(new Notification(NotificationType.Deleted, path));
    eventually("no right", () -> !reads() && !lists() && !may("alice", TopicOperation.PRODUCE));
    assertTrue(may("root", TopicOperation.PRODUCE));
  }

  @Test
  void rightsCountOnlyOnceTheBrokerEnforcesTheDeletion() throws Exception {
    center.deletionsRevision = 6;
    provider.removePermissionsAsync(ORDERS);
    eventually("the report", () -> newestReport().contains(CREATED));
    assertFalse(reads());
    center.delta(Snapshots.withoutGrant(5), 6);
    eventually("what the center says", this::reads);
  }

  @Test
  void waitingReportsOutliveTheBroker() throws Exception {
    center.deletionsStatus = 503;
    provider.removePermissionsAsync(ORDERS).get(60, SECONDS);
    provider.close();
    center.bodies.clear();
    center.time = System.currentTimeMillis() + 3_600_000;
    begin();
    assertFalse(reads());
    assertTrue(may("alice", TopicOperation.PRODUCE));
    center.deletionsStatus = 200;
    eventually("the report", () -> newestReport().contains(CREATED) && reads());
    assertTrue(
        Snapshots.tree(newestReport()).at("/places/0/ago_ms").asLong() > 3_000_000, newestReport());
    provider.close();
    assertFalse(Files.readString(directory.resolve("s.json.deletions")).contains(CREATED));
    begin();
  }

  @Test
  void deletionsThatAnOlderPluginHasStoredAreReported() throws Exception {
    provider.close();
    center.deletionsStatus = 503;
    Path credential = directory.resolve("credential");
    new SnapshotFile(directory.resolve("s.json"), "test", new ClusterCredential(credential))
        .writeDeletions(
            ("{\"places\":[{\"type\":\"topic\"," + CREATED + ",\"ago_ms\":7}],\"time\":1}")
                .getBytes(UTF_8));
    begin();
    assertFalse(reads());
    center.deletionsStatus = 200;
    eventually("the report", () -> newestReport().contains(CREATED) && reads());
  }

  @Test
  void forgedDeletionsAreNotReported() throws Exception {
    provider.close();
    Path stored = directory.resolve("s.json.deletions");
    Files.writeString(
        stored, "0".repeat(64) + "\n{\"places\":[{\"type\":\"topic\"," + CREATED + "}]}");
    begin();
    assertTrue(reads());
  }

  @Override
  String snapshot() {
    return super.snapshot()
        .replace("\"users\":[", "\"users\":[" + READER)
        .replace("\"grants\":[", "\"grants\":[" + READING);
  }

  private boolean reads() {
    return may("reader", TopicOperation.CONSUME);
  }

  /** A right on a topic lets see the list of its namespace. */
  private boolean lists() {
    return provider
        .allowNamespaceOperationAsync(NAMESPACE, "reader", NamespaceOperation.GET_TOPICS, null)
        .join();
  }

  /** The newest report. */
  private String newestReport() {
    return center.bodies.stream()
        .filter(body -> body.contains("\"places\""))
        .reduce("", (before, body) -> body);
  }
}
