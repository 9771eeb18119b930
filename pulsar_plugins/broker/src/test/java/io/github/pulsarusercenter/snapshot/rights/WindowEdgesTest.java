package io.github.pulsarusercenter.snapshot.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.Snapshots;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WindowEdgesTest {
  private static String grant(int id, Long from, Long until) {
    return """
        {"id":%d,"role":%d,"type":3,"name":"acme/orders","auth":[302],"from":%s,"until":%s}"""
        .formatted(id, id, from, until);
  }

  private static PermissionSnapshot snapshot(String... grants) {
    return Snapshots.parse(
        "{\"cluster\":\"test\",\"revision\":1,\"grants\":[%s]}"
            .formatted(String.join(",", grants)));
  }

  @Test
  void aWindowHasTwoEdgesAndAnOpenSideHasNone() {
    PermissionSnapshot snapshot =
        snapshot(grant(1, 10L, 20L), grant(2, null, 15L), grant(3, 20L, null));
    assertEquals(10, snapshot.nextEdge(0));
    assertEquals(15, snapshot.nextEdge(10));
    assertEquals(20, snapshot.nextEdge(15));
    assertEquals(Long.MAX_VALUE, snapshot.nextEdge(20));
  }

  @Test
  void aGrantThatCountsForNothingHasNoEdge() {
    String misplaced = grant(1, 10L, 20L).replace("302", "100");
    assertEquals(Long.MAX_VALUE, snapshot(misplaced).nextEdge(0));
  }

  @Test
  void changesAreFollowed() throws SnapshotGapException {
    PermissionSnapshot snapshot = snapshot();
    Random random = new Random(1);
    TreeSet<Long> edges = new TreeSet<>();
    for (int id = 1; id <= 20_000; id++) {
      long until = random.nextInt(1_000_000);
      edges.add(until);
      snapshot =
          snapshot.apply(
              Snapshots.tree(
                  "{\"after\":%d,\"revision\":%d,\"set\":{\"grants\":[%s]}}"
                      .formatted(id, id + 1, grant(id, null, until))));
    }
    long now = -1;
    for (long edge : edges) {
      assertEquals(edge, snapshot.nextEdge(now));
      now = edge;
    }
    assertEquals(Long.MAX_VALUE, snapshot.nextEdge(now));
  }
}
