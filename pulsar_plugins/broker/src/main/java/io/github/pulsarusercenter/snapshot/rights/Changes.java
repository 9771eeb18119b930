package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a snapshot or a delta: the records that are set, and the keys of those that are
 * gone. Filled by {@link ChangesReader}.
 */
final class Changes {
  final List<UserRights> users = new ArrayList<>();
  final List<Grant> grants = new ArrayList<>();
  final List<String> invalid = new ArrayList<>();
  final List<JsonNode> keys = new ArrayList<>();
  final List<Revoked> revoked = new ArrayList<>();
  final List<SubscriptionRules> subscriptionRules = new ArrayList<>();
  final List<String> goneUsers = new ArrayList<>();
  final List<Long> goneGrants = new ArrayList<>();
  final List<String> goneInvalid = new ArrayList<>();
  final List<String> goneKeys = new ArrayList<>();
  final List<String> goneRevoked = new ArrayList<>();
  final List<String> goneSubscriptionRules = new ArrayList<>();
  Long format;

  /** True when something set here is limited to networks. */
  boolean networks;

  String cluster;
  String epoch;
  String mark;
  Long revision;
  Long after;
}
