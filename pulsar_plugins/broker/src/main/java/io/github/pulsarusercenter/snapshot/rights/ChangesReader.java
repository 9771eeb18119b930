package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a snapshot or a delta token by token, so that a million grants are never a JSON tree in
 * memory. Used once.
 */
final class ChangesReader extends JsonTokens {
  private final Changes changes = new Changes();
  private final UsersReader users;
  private final GrantsReader grants;

  /**
   * @param in before the first token of the document
   * @param before grants whose places and terms may be shared
   */
  private ChangesReader(JsonParser in, GrantIndex before) {
    super(in);
    users = new UsersReader(in, changes);
    grants = new GrantsReader(in, changes, before);
  }

  /**
   * @throws IllegalArgumentException with a sentence, when it is neither a snapshot nor a delta
   * @throws IOException when it is not JSON or is cut short
   */
  static Changes read(JsonParser in, GrantIndex before) throws IOException {
    ChangesReader reader = new ChangesReader(in, before);
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("The snapshot is not a JSON object.");
    }
    reader.object(reader::field);
    if (in.nextToken() != null) {
      throw new IllegalArgumentException("Something follows the end of the document.");
    }
    return reader.changes;
  }

  private void field() throws IOException {
    switch (in.currentName()) {
      case "format" -> changes.format = number();
      case "cluster" -> changes.cluster = text();
      case "epoch" -> changes.epoch = textOrNull();
      case "mark" -> changes.mark = textOrNull();
      case "revision" -> changes.revision = number();
      case "after" -> changes.after = number();
      case "set" -> inner(this::field);
      case "gone" -> inner(this::goneField);
      case "users" -> list(users::user);
      case "grants" -> list(grants::grant);
      case "invalid" -> list(() -> changes.invalid.add(text()));
      case "keys" -> list(this::key);
      case "revoked" -> list(this::revoked);
      case "subscription_rules" -> list(this::subscriptionRules);
      default -> in.skipChildren();
    }
  }

  private void goneField() throws IOException {
    switch (in.currentName()) {
      case "users" -> list(() -> changes.goneUsers.add(text()));
      case "grants" -> list(() -> changes.goneGrants.add(number()));
      case "invalid" -> list(() -> changes.goneInvalid.add(text()));
      case "keys" -> list(() -> changes.goneKeys.add(text()));
      case "revoked" -> list(() -> changes.goneRevoked.add(text()));
      case "subscription_rules" -> list(() -> changes.goneSubscriptionRules.add(text()));
      default -> in.skipChildren();
    }
  }

  private void key() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    JsonNode key = in.readValueAsTree();
    if (!key.path("kid").isTextual()) {
      throw wrong("\"kid\" is missing");
    }
    changes.keys.add(key);
  }

  private void revoked() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    String jti = null;
    Long exp = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "jti" -> jti = text();
        case "exp" -> exp = number();
        default -> in.skipChildren();
      }
    }
    require(jti, "jti");
    require(exp, "exp");
    changes.revoked.add(new RevokedToken(jti, exp));
  }

  private void subscriptionRules() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    String namespace = null;
    String mode = null;
    Map<String, Set<String>> users = new HashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "namespace" -> namespace = text();
        case "mode" -> mode = textOrNull();
        case "users" -> inner(() -> users.put(in.currentName(), Set.copyOf(texts())));
        default -> in.skipChildren();
      }
    }
    require(namespace, "namespace");
    String known = mode == null || mode.isEmpty() ? SubscriptionRules.NONE : mode;
    changes.subscriptionRules.add(new SubscriptionRules(namespace, known, Map.copyOf(users)));
  }

  /** Each text once; none for null. */
  private Set<String> texts() throws IOException {
    List<String> texts = textsOrNull();
    return texts == null ? Set.of() : new HashSet<>(texts);
  }
}
