package io.github.pulsarusercenter.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A subject: who it is, whether it may act, which roles it has.
 *
 * @param status active, disabled or locked
 * @param main the main account of a sub-account, else null
 * @param cred version of its credentials; changes with the password and the secrets
 * @param tokensFrom epoch ms; tokens issued before it are refused
 */
public record UserRights(
    String name, String status, String main, List<Long> roles, long cred, long tokensFrom) {

  static UserRights parse(JsonNode json) {
    List<Long> roles = new ArrayList<>();
    for (JsonNode role : Fields.list(json, "roles")) {
      roles.add(role.asLong(-1));
    }
    return new UserRights(
        Fields.text(json, "name"),
        Fields.textOr(json, "status", "active"),
        Fields.textOr(json, "main", null),
        List.copyOf(roles),
        Fields.numberOr(json, "cred", 0),
        Fields.numberOr(json, "tokens_from", 0));
  }

  /** False for a disabled or locked user. */
  public boolean isActive() {
    return status.equals("active");
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", name).put("status", status).put("main", main);
    ArrayNode ids = json.putArray("roles");
    roles.forEach(ids::add);
    return json.put("cred", cred).put("tokens_from", tokensFrom);
  }
}
