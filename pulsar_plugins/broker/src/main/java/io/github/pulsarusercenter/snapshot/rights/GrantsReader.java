package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the grants of a snapshot or a delta. Equal places and equal terms become one shared object.
 */
final class GrantsReader extends JsonTokens {
  private final Changes changes;
  private final GrantIndex before;
  private final Map<Place, Place> places = new HashMap<>();
  private final Map<Terms, Terms> terms = new HashMap<>();

  /**
   * @param before grants whose places and terms may be shared
   */
  GrantsReader(JsonParser in, Changes changes, GrantIndex before) {
    super(in);
    this.changes = changes;
    this.before = before;
  }

  void grant() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    Long id = null;
    Long role = null;
    Long type = null;
    String name = null;
    long[] authorities = {};
    long from = Long.MIN_VALUE;
    long until = Long.MAX_VALUE;
    LimitedAuthorities limited = null;
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
    require(id, "id");
    require(role, "role");
    require(type, "type");
    require(name, "name");
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

  private record LimitedAuthorities(long[] authorities, Limits limits) {}

  /** The authorities of a limited grant; none when a limit is unknown or says nothing. */
  private LimitedAuthorities limits() throws IOException {
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
        case "networks" -> networks = changes.networks(textsOrNull());
        default -> {
          known = false;
          in.skipChildren();
        }
      }
    }
    Limits limits = new Limits(prefix, subscriptions, networks);
    return new LimitedAuthorities(
        known && !limits.meaningless() ? authorities : new long[0], limits);
  }

  private Place place(int type, String name, Grant old) {
    if (old != null && old.type() == type && old.name().equals(name)) {
      return old.place();
    }
    Place key = new Place(type, name, false);
    Place shared = places.get(key);
    if (shared == null) {
      shared = Place.of(type, name);
      places.put(key, shared);
    }
    return shared;
  }

  private Terms terms(Terms fresh, Grant old) {
    if (old != null && old.terms().equals(fresh)) {
      return old.terms();
    }
    Terms shared = terms.putIfAbsent(fresh, fresh);
    return shared == null ? fresh : shared;
  }
}
