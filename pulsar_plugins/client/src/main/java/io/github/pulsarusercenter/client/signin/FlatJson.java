package io.github.pulsarusercenter.client.signin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON object into strings, which is all that parameters and token answers need. Leaves
 * out values that are null, an object or an array. Errors name the position and never quote the
 * text, which may hold a secret.
 */
public final class FlatJson {
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private FlatJson() {}

  /**
   * @throws IllegalArgumentException when the text is not exactly one JSON object
   */
  public static Map<String, String> read(String text) {
    try (JsonParser parser = STRICT.createParser(text)) {
      demand(parser.nextToken() == JsonToken.START_OBJECT, parser);
      Map<String, String> values = values(parser);
      demand(parser.nextToken() == null, parser);
      return values;
    } catch (JsonProcessingException e) {
      throw wrong(e.getLocation()); // without the cause, which quotes the text
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read");
    }
  }

  /** As read; empty for what is not one JSON object. */
  static Map<String, String> readable(String text) {
    try {
      return read(text);
    } catch (IllegalArgumentException e) {
      return Collections.emptyMap();
    }
  }

  /**
   * The scalars of a document by the names of their fields, in order, however deep they lie.
   * Without nulls; empty for what is not JSON.
   */
  public static Map<String, List<String>> everywhere(String text) {
    Map<String, List<String>> found = new LinkedHashMap<>();
    try (JsonParser parser = STRICT.createParser(text)) {
      String field = "";
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          field = parser.currentName();
        } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
          found.computeIfAbsent(field, name -> new ArrayList<>()).add(parser.getText());
        }
      }
      return found;
    } catch (IOException e) {
      return Collections.emptyMap();
    }
  }

  private static Map<String, String> values(JsonParser parser) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
        values.put(name, parser.getText());
      }
      parser.skipChildren();
    }
    return values;
  }

  private static void demand(boolean condition, JsonParser parser) {
    if (!condition) {
      throw wrong(parser.currentTokenLocation());
    }
  }

  private static IllegalArgumentException wrong(JsonLocation place) {
    return new IllegalArgumentException(
        "wrong at line " + place.getLineNr() + ", column " + place.getColumnNr());
  }
}
