package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a snapshot or a delta token by token, so that a million grants are never a JSON tree in
 * memory. Equal places and equal terms become one shared object. Used once.
 */
final class ChangesReader extends JsonTokens {
  private static final List<String> STATUSES = List.of("active", "disabled", "locked");

  private final GrantIndex before;
  private final Changes changes = new Changes();
  private final Map<Place, Place> places = new HashMap<>();
  private final Map<Terms, Terms> terms = new HashMap<>();
  private final Map<Long, Long> numbers = new HashMap<>();

  /**
   * @param in before the first token of the document
   * @param before grants whose places and terms may be shared
   */
  private ChangesReader(JsonParser in, GrantIndex before) {
    super(in);
    this.before = before;
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
      case "users" -> list(this::user);
      case "grants" -> list(this::grant);
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

  private void user() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    String name = null;
    String status = "active";
    String main = null;
    List<Long> roles = List.of();
    long cred = 0;
    long tokensFrom = 0;
    UserLimits limits = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "name" -> name = text();
        case "status" -> status = status(text());
        case "main" -> main = textOrNull();
        case "roles" -> roles = Arrays.stream(numbers()).mapToObj(this::shared).toList();
        case "cred" -> cred = numberOr(0);
        case "tokens_from" -> tokensFrom = numberOr(0);
        case "limits" -> limits = userLimits();
        default -> in.skipChildren();
      }
    }
    there(name, "name");
    String really = limits == null ? status : limits.status(status);
    NetworkList networks = limits == null ? null : limits.networks;
    changes.users.add(new UserRights(name, really, main, roles, cred, tokensFrom, networks));
  }

  /**
   * @param understood false when a limit is unknown or none is there: the user may not act
   */
  private record UserLimits(boolean active, boolean understood, NetworkList networks) {
    String status(String sent) {
      String barred = UserRights.ACTIVE.equals(sent) ? UserRights.HIDDEN : sent;
      return understood && active ? UserRights.ACTIVE : barred;
    }
  }

  private UserLimits userLimits() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    expect(JsonToken.START_OBJECT, "an object");
    boolean active = false;
    List<String> names = null;
    boolean known = true;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "active" -> active = in.currentToken() == JsonToken.VALUE_TRUE;
        case "networks" -> names = textsOrNull();
        default -> {
          known = false;
          in.skipChildren();
        }
      }
    }
    boolean understood = known && names != null;
    return new UserLimits(active, understood, networks(understood ? names : List.of()));
  }

  private NetworkList networks(List<String> names) {
    changes.networks |= names != null;
    return NetworkList.of(names);
  }

  private void grant() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    Long id = null;
    Long role = null;
    Long type = null;
    String name = null;
    long[] authorities = {};
    long from = Long.MIN_VALUE;
    long until = Long.MAX_VALUE;
    Limited limited = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "id" -> id = number();
        case "role" -> role = number();
        case "type" -> type = number();
        case "name" -> name = text();
        case "auth" -> authorities = numbers();
        case "from" -> from = numberOr(Long.MIN_VALUE);
        case "until" -> until = numberOr(Long.MAX_VALUE);
        case "limits" -> limited = limits();
        default -> in.skipChildren();
      }
    }
    there(id, "id");
    there(role, "role");
    there(type, "type");
    there(name, "name");
    // A number beyond 32 bits must stay an unknown type; cut to 32 bits it might become a known
    // one.
    int kind = type == type.intValue() ? type.intValue() : -1;
    Grant old = before.get(id);
    Place place = place(kind, name, old);
    Terms fresh =
        limited == null
            ? new Terms(authorities, from, until, null)
            : new Terms(limited.authorities, from, until, limited.limits);
    changes.grants.add(new Grant(id, role, place, terms(fresh, old)));
  }

  private record Limited(long[] authorities, Limits limits) {}

  /** The authorities of a limited grant; none when a limit is unknown or says nothing. */
  private Limited limits() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    expect(JsonToken.START_OBJECT, "an object");
    long[] authorities = {};
    String prefix = null;
    List<String> subscriptions = null;
    NetworkList networks = null;
    boolean known = true;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "auth" -> authorities = numbers();
        case "prefix" -> prefix = textOrNull();
        case "subscriptions" -> subscriptions = textsOrNull();
        case "networks" -> networks = networks(textsOrNull());
        default -> {
          known = false;
          in.skipChildren();
        }
      }
    }
    Limits limits = new Limits(prefix, subscriptions, networks);
    return new Limited(known && !limits.meaningless() ? authorities : new long[0], limits);
  }

  private Place place(int type, String name, Grant old) {
    if (old != null && old.type() == type && old.name().equals(name)) {
      return old.place();
    }
    Place key = new Place(type, name, false);
    Place known = places.get(key);
    if (known == null) {
      known = Place.of(type, name);
      places.put(key, known);
    }
    return known;
  }

  private Terms terms(Terms fresh, Grant old) {
    if (old != null && old.terms().equals(fresh)) {
      return old.terms();
    }
    Terms known = terms.putIfAbsent(fresh, fresh);
    return known == null ? fresh : known;
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
    there(jti, "jti");
    there(exp, "exp");
    changes.revoked.add(new Revoked(jti, exp));
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
    there(namespace, "namespace");
    String known = mode == null || mode.isEmpty() ? SubscriptionRules.NONE : mode;
    changes.subscriptionRules.add(new SubscriptionRules(namespace, known, Map.copyOf(users)));
  }

  /** Each text once; none for null. */
  private Set<String> texts() throws IOException {
    List<String> texts = textsOrNull();
    return texts == null ? Set.of() : new HashSet<>(texts);
  }

  private Long shared(long number) {
    return numbers.computeIfAbsent(number, same -> same);
  }

  private static String status(String text) {
    int known = STATUSES.indexOf(text);
    return known < 0 ? text : STATUSES.get(known);
  }
}
