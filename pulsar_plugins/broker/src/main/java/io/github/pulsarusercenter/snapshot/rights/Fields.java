package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Reads fields of the center's JSON; errors say in a sentence what is wrong. */
final class Fields {
  private Fields() {}

  static long number(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.canConvertToLong() || !value.isIntegralNumber()) {
      throw new IllegalArgumentException(
          "\"" + field + "\" is not a whole number in " + brief(json));
    }
    return value.asLong();
  }

  static long numberOr(JsonNode json, String field, long otherwise) {
    return json.hasNonNull(field) ? number(json, field) : otherwise;
  }

  static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("\"" + field + "\" is not a text in " + brief(json));
    }
    return value.asText();
  }

  /** The list of this name; an absent one is empty. */
  static JsonNode list(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return JsonNodeFactory.instance.arrayNode();
    }
    if (!value.isArray()) {
      throw new IllegalArgumentException("\"" + field + "\" is not a list in " + brief(json));
    }
    return value;
  }

  private static String brief(JsonNode json) {
    String text = json.toString();
    return text.length() <= 200 ? text : text.substring(0, 200) + "…";
  }
}
