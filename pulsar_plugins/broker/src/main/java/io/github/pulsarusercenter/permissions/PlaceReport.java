package io.github.pulsarusercenter.permissions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.Caller;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * A place that was deleted or made, as it waits, is stored and is sent to the center.
 *
 * @param caller who made it by a call of the admin API, or removed it so; null when nobody is known
 *     to have called
 */
record PlaceReport(
    ReportedPlace place,
    boolean isOfDeletion,
    Caller caller,
    LongSupplier agoMillis,
    CompletableFuture<Void> reported) {
  private static final String REMOVED = "removed";
  private static final String MIGRATED = "migrated";

  /** Who called is not proven any more: no proof is ever stored. */
  static PlaceReport restored(JsonNode report, long written, LongSupplier time) {
    long at = written - report.path("ago_ms").asLong();
    return new PlaceReport(
        new ReportedPlace(
            report.path("type").asText(),
            report.path("name").asText(),
            report.path(MIGRATED).asBoolean()),
        !report.has("actor") || report.has(REMOVED),
        report.has("actor") ? new Caller(report.path("actor").asText(null), null) : null,
        () -> Math.max(0, time.getAsLong() - at),
        new CompletableFuture<>());
  }

  /** The names of the places that were deleted. */
  static Set<String> deleted(List<PlaceReport> reports) {
    return reports.stream()
        .filter(PlaceReport::isOfDeletion)
        .map(report -> report.place().name())
        .collect(Collectors.toSet());
  }

  static ObjectNode body(
      String list, List<PlaceReport> batch, Function<PlaceReport, ObjectNode> content) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode places = body.putArray(list);
    batch.forEach(report -> places.add(content.apply(report)));
    return body;
  }

  ObjectNode deletion() {
    ObjectNode deletion = content().put("ago_ms", agoMillis.getAsLong());
    return caller == null ? deletion : deletion.put(REMOVED, true);
  }

  ObjectNode creation() {
    return place.migrated() ? content().put(MIGRATED, true) : content();
  }

  /** What both kinds of reports say. */
  private ObjectNode content() {
    ObjectNode named = JsonNodeFactory.instance.objectNode();
    named.put("type", place.type()).put("name", place.name());
    return caller == null
        ? named
        : named.put("actor", caller.principal()).put("proof", caller.proof());
  }

  ObjectNode stored() {
    ObjectNode stored = isOfDeletion ? deletion() : creation().put("ago_ms", agoMillis.getAsLong());
    return stored.without("proof");
  }
}
