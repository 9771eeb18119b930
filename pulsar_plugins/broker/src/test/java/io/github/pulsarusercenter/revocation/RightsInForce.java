package io.github.pulsarusercenter.revocation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.BrokerRights;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.SnapshotGapException;
import java.nio.file.Path;

/**
 * Rights in force, with clocks that the test moves. Alice may write and read in acme/orders until
 * {@link #END}. Bea may do so for ever, and is the main account of bob. Root is a super user.
 */
final class RightsInForce extends BrokerRights {
  static final long END = START + 10_000;
  static final String TOPIC = "persistent://acme/orders/created";

  RightsInForce(Path directory) {
    super(directory, "broker");
    put(1, "active", "7,8,9");
  }

  /** Puts a snapshot in force in which bea has this status and these grants are left. */
  void put(long revision, String bea, String grants) {
    String all = "," + grants + ",";
    StringBuilder grantList = new StringBuilder();
    add(
        grantList,
        all,
        7,
        1,
        "\"name\":\"acme/orders\",\"type\":3,\"auth\":[302,303],\"until\":" + END);
    add(grantList, all, 8, 2, "\"name\":\"acme/orders\",\"type\":3,\"auth\":[302,303]");
    add(grantList, all, 9, 3, "\"name\":\"acme/orders\",\"type\":3,\"auth\":[302]");
    put(
        """
            {"cluster":"test","revision":%d,
             "users":[{"name":"alice","roles":[1]},{"name":"bea","status":"%s","roles":[2]},
                      {"name":"bob","main":"bea","roles":[3]}],
             "grants":[%s],"keys":[{"kid":"k1"}]}
            """
            .formatted(revision, bea, grantList));
  }

  /** Puts the rights after a delta in force, as the change feed does. */
  void apply(String delta) {
    try {
      JsonNode json = new ObjectMapper().readTree(delta);
      PermissionSnapshot before = rights.snapshot();
      rights.replace(before.apply(json), 0, before.scopeOf(json));
    } catch (JsonProcessingException | SnapshotGapException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Limits bea's grant in acme/orders to this network; everything else stays. */
  void limit(long after, String network) {
    apply(
        """
        {"after":%d,"revision":%d,"set":{"grants":[{"id":8,"role":2,"type":3,"name":"acme/orders",
          "auth":[],"limits":{"auth":[302,303],"networks":["%s"]}}]}}"""
            .formatted(after, after + 1, network));
  }

  /** Limits a user with a role to this network. */
  void limitUser(long after, String user, long role, String network) {
    apply(
        """
        {"after":%d,"revision":%d,"set":{"users":[{"name":"%s","status":"disabled","roles":[%d],
          "limits":{"active":true,"networks":["%s"]}}]}}"""
            .formatted(after, after + 1, user, role, network));
  }

  private static void add(StringBuilder grantList, String all, int id, int role, String rest) {
    if (all.contains("," + id + ",")) {
      grantList
          .append(grantList.isEmpty() ? "" : ",")
          .append("{\"id\":%d,\"role\":%d,%s}".formatted(id, role, rest));
    }
  }

  void pass(long millis) {
    nanos.addAndGet(millis * 1_000_000);
    rights.passTime();
  }
}
