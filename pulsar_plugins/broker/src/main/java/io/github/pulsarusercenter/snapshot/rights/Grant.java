package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.pulsarusercenter.vocabulary.Authorities;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;

/**
 * Authorities of one role on one resource, with a window. Takes 40 bytes.
 *
 * @param usable the authorities that may be held on this type of resource, as bits of {@link
 *     Authorities}; 0 when none counts
 */
public record Grant(long id, long role, Place place, Terms terms, long usable) {
  Grant(long id, long role, Place place, Terms terms) {
    this(id, role, place, terms, usable(place, terms));
  }

  private static long usable(Place place, Terms terms) {
    if (!place.canonical()) {
      return 0;
    }
    long bits = Authorities.usable(place.type(), terms.authorities());
    Limits limits = terms.limits();
    return limits == null ? bits : bits & limits.fitting(place.type());
  }

  /** The resource's type number. */
  public int type() {
    return place.type();
  }

  /** The resource's name. */
  public String name() {
    return place.name();
  }

  /** Epoch ms from which the grant counts. Long.MIN_VALUE: no start. */
  public long from() {
    return terms.from();
  }

  /** Epoch ms until which the grant counts, exclusive. Long.MAX_VALUE: no end. */
  public long until() {
    return terms.until();
  }

  /** What the grant is limited to beside its window; null: nothing. */
  public Limits limits() {
    return terms.limits();
  }

  /** True when it is limited to names inside its place, and so says nothing about the place. */
  public boolean isPrefixed() {
    return terms.limits() != null && terms.limits().prefix() != null;
  }

  /**
   * @param subscription its name; null for all subscriptions
   */
  public boolean coversSubscription(String subscription) {
    return limits() == null || limits().coversSubscription(subscription);
  }

  /** True when the grant is on a resource inside the given namespace, tenant, cluster or root. */
  public boolean isInside(ResourceName where, String cluster) {
    if (type() <= where.type()) {
      return false;
    }
    return switch (where.type()) {
      case ResourceName.ROOT -> true;
      case ResourceName.CLUSTER -> where.name().equals(cluster);
      default -> {
        String name = name();
        int start = type() == ResourceName.TOPIC ? name.indexOf("://") + 3 : 0;
        int end = start + where.name().length();
        yield name.startsWith(where.name(), start) && name.charAt(end) == '/';
      }
    };
  }

  void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeNumberField("id", id);
    out.writeNumberField("role", role);
    out.writeNumberField("type", type());
    out.writeStringField("name", name());
    out.writeFieldName("auth");
    // Empty for a limited grant, so that a reader which does not know limits denies.
    out.writeArray(terms.authorities(), 0, limits() == null ? terms.authorities().length : 0);
    writeTime(out, "from", from(), Long.MIN_VALUE);
    writeTime(out, "until", until(), Long.MAX_VALUE);
    if (limits() != null) {
      limits().write(out, terms.authorities());
    }
    out.writeEndObject();
  }

  private static void writeTime(JsonGenerator out, String field, long millis, long none)
      throws IOException {
    if (millis == none) {
      out.writeNullField(field);
    } else {
      out.writeNumberField(field, millis);
    }
  }
}
