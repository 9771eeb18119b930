package io.github.pulsarusercenter.snapshot.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.decision.RandomRights;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PermissionSnapshotTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SNAPSHOT =
      """
      {"format":1,"cluster":"standalone","revision":42,
       "users":[{"name":"alice","status":"active","main":null,"roles":[1,2],"cred":3,"tokens_from":7}],
       "grants":[{"id":9,"role":1,"type":3,"name":"acme/orders","auth":[302,303],"from":null,"until":5}],
       "invalid":["acme/old"],
       "keys":[{"kty":"EC","kid":"k1"}],
       "revoked":[{"jti":"j1","exp":1790000000000}]}
      """;

  @Test
  void aSnapshotIsWrittenAsRead() throws Exception {
    JsonNode json = JSON.readTree(SNAPSHOT);
    JsonNode written = Snapshots.document(PermissionSnapshot.parse(json));
    // Compared as text, because numbers of different width are different nodes.
    assertEquals(JSON.readTree(SNAPSHOT).toString(), written.toString());
  }

  @Test
  void theParts() throws Exception {
    PermissionSnapshot snapshot = parse(SNAPSHOT);
    assertEquals(42, snapshot.revision());
    assertEquals("standalone", snapshot.cluster());
    UserRights alice = snapshot.user("alice");
    assertEquals("active", alice.status());
    assertEquals(3, alice.cred());
    assertEquals(7, alice.tokensFrom());
    assertNull(alice.main());
    assertNull(snapshot.user("Alice"));
    assertNull(snapshot.user(null));
    assertTrue(snapshot.isRevoked("j1"));
    assertFalse(snapshot.isRevoked("j2"));
    assertFalse(snapshot.isRevoked(null));
    assertEquals("EC", snapshot.key("k1").get("kty").asText());
    assertNull(snapshot.key("k2"));
    assertNull(snapshot.key(null));
    assertTrue(snapshot.isInvalid("acme/old"));
    assertEquals(List.of(9L), at(snapshot, 1, 3, "acme/orders"));
    assertEquals(List.of(), at(snapshot, 1, 2, "acme/orders"));
    assertEquals(List.of(), at(snapshot, 2, 3, "acme/orders"));
  }

  @Test
  void aDeltaSetsAndTakes() throws Exception {
    PermissionSnapshot before = parse(SNAPSHOT);
    PermissionSnapshot after =
        before.apply(
            JSON.readTree(
                """
                {"after":42,"revision":44,
                 "set":{"users":[{"name":"bob","roles":[2]}],
                        "grants":[{"id":10,"role":2,"type":2,"name":"acme","auth":[102]}],
                        "revoked":[{"jti":"j2","exp":5}]},
                 "gone":{"users":["alice","never"],"grants":[9,77],"invalid":["acme/old"],
                         "keys":["k1"],"revoked":["j1"]}}
                """));
    assertEquals(44, after.revision());
    assertNull(after.user("alice"));
    assertEquals("active", after.user("bob").status());
    assertEquals(List.of(), at(after, 1, 3, "acme/orders"));
    assertEquals(List.of(10L), at(after, 2, 2, "acme"));
    assertFalse(after.isInvalid("acme/old"));
    assertNull(after.key("k1"));
    assertFalse(after.isRevoked("j1"));
    assertTrue(after.isRevoked("j2"));
    assertEquals(JSON.readTree(SNAPSHOT).toString(), Snapshots.document(before).toString());
  }

  @Test
  void aGrantCanMoveToAnotherRole() throws Exception {
    PermissionSnapshot after =
        parse(SNAPSHOT)
            .apply(
                JSON.readTree(
                    """
                    {"after":42,"revision":43,
                     "set":{"grants":[{"id":9,"role":5,"type":3,"name":"acme/x","auth":[302]}]}}
                    """));
    assertEquals(List.of(), at(after, 1, 3, "acme/orders"));
    assertEquals(List.of(9L), at(after, 5, 3, "acme/x"));
  }

  @Test
  void anOldDeltaChangesNothing() throws Exception {
    PermissionSnapshot before = parse(SNAPSHOT);
    assertSame(before, before.apply(JSON.readTree("{\"after\":40,\"revision\":42}")));
    assertSame(before, before.apply(JSON.readTree("{\"after\":50,\"revision\":41}")));
  }

  @Test
  void aGapIsNoticed() throws Exception {
    PermissionSnapshot before = parse(SNAPSHOT);
    SnapshotGapException gap =
        assertThrows(
            SnapshotGapException.class,
            () -> before.apply(JSON.readTree("{\"after\":43,\"revision\":44}")));
    assertEquals("The delta follows revision 43, the snapshot is at 42.", gap.getMessage());
  }

  @Test
  void anOverlappingDeltaIsApplied() throws Exception {
    JsonNode delta =
        JSON.readTree("{\"after\":30,\"revision\":50,\"gone\":{\"users\":[\"alice\"]}}");
    PermissionSnapshot after = parse(SNAPSHOT).apply(delta);
    assertEquals(50, after.revision());
    assertNull(after.user("alice"));
  }

  @Test
  void errorsAreSentences() throws Exception {
    assertSays("The snapshot is not a JSON object.", "[]");
    assertSays(
        "Snapshot format 3 is unknown; this plugin reads 1 and 2.",
        "{\"format\":3,\"cluster\":\"c\",\"revision\":1}");
    assertSays("The snapshot names no cluster or no revision.", "{\"revision\":1}");
    assertSays("/revision is not a whole number.", "{\"cluster\":\"c\",\"revision\":1.5}");
    assertSays("/users is not a list.", "{\"cluster\":\"c\",\"revision\":1,\"users\":{}}");
    assertSays(
        "/grants/0 has no \"role\".", "{\"cluster\":\"c\",\"revision\":1,\"grants\":[{\"id\":1}]}");
    assertSays(
        "/grants/1/auth/0 is not a whole number.",
        "{\"grants\":[{\"id\":1,\"role\":1,\"type\":2,\"name\":\"a\"},{\"auth\":[\"4\"]}]}");
    assertThrows(IllegalArgumentException.class, () -> PermissionSnapshot.parse(null));
  }

  /** A snapshot plus deltas equals the later snapshot, whatever the deltas are. */
  @Test
  void manyDeltasGiveTheLaterSnapshot() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      PermissionSnapshot current = PermissionSnapshot.parse(RandomRights.json(random));
      Map<Long, JsonNode> grants = new TreeMap<>();
      Snapshots.document(current)
          .get("grants")
          .forEach(grant -> grants.put(grant.get("id").asLong(), grant));
      for (int revision = 2; revision < 300; revision++) {
        current = current.apply(randomDelta(random, revision, grants));
      }
      ObjectNode expected = Snapshots.document(current).deepCopy();
      ArrayNode list = expected.putArray("grants");
      grants.values().forEach(list::add);
      assertEquals(
          Snapshots.document(PermissionSnapshot.parse(expected)).toString(),
          Snapshots.document(current).toString());
      for (long role = 1; role <= 5; role++) {
        assertEquals(
            summaries(PermissionSnapshot.parse(expected), role),
            summaries(current, role),
            "role " + role);
      }
    }
  }

  private static JsonNode randomDelta(Random random, int revision, Map<Long, JsonNode> grants) {
    ObjectNode delta = JSON.createObjectNode().put("after", revision - 1).put("revision", revision);
    long id = 1 + random.nextInt(400);
    if (random.nextInt(4) == 0) {
      delta.putObject("gone").putArray("grants").add(id);
      grants.remove(id);
    } else {
      JsonNode grant = RandomRights.grant(random, (int) id);
      delta.putObject("set").putArray("grants").add(grant);
      grants.put(id, grant);
    }
    return delta;
  }

  private static Map<Long, String> summaries(PermissionSnapshot snapshot, long role) {
    Map<Long, String> summaries = new TreeMap<>();
    snapshot.role(role).forEachBelow(-1, grant -> summaries.put(grant.id(), summary(grant)));
    return summaries;
  }

  private static String summary(Grant grant) {
    return List.of(grant.type(), grant.name(), grant.usable(), grant.from(), grant.until())
        .toString();
  }

  private static void assertSays(String sentence, String json) throws Exception {
    JsonNode tree = JSON.readTree(json);
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> PermissionSnapshot.parse(tree));
    assertEquals(sentence, wrong.getMessage());
  }

  private static List<Long> at(PermissionSnapshot snapshot, long role, int type, String name) {
    List<Grant> found = new ArrayList<>();
    snapshot.role(role).at(type, name, ResourceName.of(type, name), found);
    return found.stream().map(Grant::id).toList();
  }

  @Test
  void thePositionIsReadWrittenAndMovedByDeltas() throws Exception {
    String at =
        SNAPSHOT.replace("\"revision\":42", "\"epoch\":\"e1\",\"revision\":42,\"mark\":\"m42\"");
    PermissionSnapshot before = parse(at);
    assertEquals(new RightsPosition("e1", 42, "m42"), before.position());
    assertEquals(JSON.readTree(at).toString(), Snapshots.document(before).toString());
    PermissionSnapshot after =
        before.apply(
            JSON.readTree("{\"after\":42,\"revision\":43,\"epoch\":\"e1\",\"mark\":\"m43\"}"));
    assertEquals(new RightsPosition("e1", 43, "m43"), after.position());
    JsonNode elsewhere = JSON.readTree("{\"after\":43,\"revision\":44,\"epoch\":\"e2\"}");
    assertThrows(IllegalArgumentException.class, () -> after.apply(elsewhere));
  }

  @Test
  void severalGrantsOnOneResourceStayDistinct() throws Exception {
    PermissionSnapshot snapshot = parse(SNAPSHOT);
    for (int id = 20; id < 23; id++) {
      snapshot = snapshot.apply(JSON.readTree(more(snapshot.revision(), id)));
    }
    assertEquals(List.of(9L, 20L, 21L, 22L), at(snapshot, 1, 3, "acme/orders"));
    PermissionSnapshot less =
        snapshot.apply(
            JSON.readTree("{\"after\":45,\"revision\":46,\"gone\":{\"grants\":[9,21,22]}}"));
    assertEquals(List.of(20L), at(less, 1, 3, "acme/orders"));
    assertEquals(
        List.of(20L), at(PermissionSnapshot.parse(Snapshots.document(less)), 1, 3, "acme/orders"));
  }

  private static String more(long after, int id) {
    return """
        {"after":%d,"revision":%d,"set":{"grants":[
          {"id":%d,"role":1,"type":3,"name":"acme/orders","auth":[302]}]}}
        """
        .formatted(after, after + 1, id);
  }

  private static PermissionSnapshot parse(String json) throws Exception {
    return PermissionSnapshot.parse(JSON.readTree(json));
  }
}
