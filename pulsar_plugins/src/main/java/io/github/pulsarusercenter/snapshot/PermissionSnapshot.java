package io.github.pulsarusercenter.snapshot;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * All rights of one cluster at one revision. Immutable; a delta makes a new one that shares
 * whatever did not change. The twin of {@code app/access/rights.py}.
 */
public final class PermissionSnapshot {
  private static final int FORMAT = 1;

  private final String cluster;
  private final long revision;
  private final CopyOnChangeMap<String, UserRights> users;
  private final GrantIndex grants;
  private final CopyOnChangeMap<String, Boolean> invalid;
  private final CopyOnChangeMap<String, JsonNode> keys;
  private final CopyOnChangeMap<String, Long> revoked;

  private PermissionSnapshot(
      PermissionSnapshot before, long revision, JsonNode set, JsonNode gone) {
    cluster = before.cluster;
    this.revision = revision;
    users = Lists.changed(before.users, set, gone, "users", UserRights::parse, UserRights::name);
    grants = before.grants.with(set, gone);
    invalid =
        Lists.changed(before.invalid, set, gone, "invalid", name -> true, JsonNode::asText, true);
    keys =
        Lists.changed(
            before.keys, set, gone, "keys", key -> key, key -> Fields.text(key, "kid"), true);
    revoked =
        Lists.changed(
            before.revoked,
            set,
            gone,
            "revoked",
            token -> Fields.number(token, "exp"),
            token -> Fields.text(token, "jti"),
            true);
  }
}
