package io.github.pulsarusercenter.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;

/** Common constants, and the rights of {@link Estate} in the plugin's form. */
final class EstateSnapshot {
  /** Number of different questions, asked again and again, as a broker's connections do. */
  static final int WORKING_SET = 32_768;

  static final String CLUSTER = "prod";
  private static final int TOPIC = 4;
  private static final int WRITE = 302;
  private static final int READ = 303;

  private EstateSnapshot() {}

  /** The rights of {@link Estate}, as the center sends them. */
  static PermissionSnapshot snapshot(int topics) {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("cluster", CLUSTER).put("revision", 1);
    ArrayNode users = json.putArray("users");
    for (int user = 0; user < Estate.USERS; user++) {
      users.addObject().put("name", Estate.user(user)).putArray("roles").add(user);
    }
    ArrayNode grants = json.putArray("grants");
    for (int topic = 0; topic < topics; topic++) {
      for (int place = 0; place < Estate.HOLDERS; place++) {
        ObjectNode grant = grants.addObject().put("id", grants.size());
        grant.put("role", Estate.holder(topic, place)).put("type", TOPIC);
        grant.put("name", Estate.topic(topic));
        grant.putArray("auth").add(Estate.writes(place) ? WRITE : READ);
      }
    }
    return PermissionSnapshot.parse(json);
  }
}
