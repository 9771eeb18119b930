package io.github.pulsarusercenter.adminapi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.github.pulsarusercenter.permissions.CallRefusedException;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The topics that a body names anywhere as sources of shadow topics, and those of its plain list.
 * Reads token by token to the end, so that a repeated key hides nothing.
 */
record ShadowBody(Set<String> sources, Set<String> listed) {
  /** Pulsar's key: a topic with this property shows the messages of the named topic. */
  static final String KEY = "PULSAR.SHADOW_SOURCE";

  private static final JsonFactory JSON = new JsonFactory();

  static ShadowBody of(byte[] body) throws IOException {
    ShadowBody named = new ShadowBody(new TreeSet<>(), new TreeSet<>());
    try (JsonParser json = JSON.createParser(body)) {
      named.readAll(json);
    } catch (JsonProcessingException e) {
      throw new CallRefusedException(400, "Nothing was changed: the body is not JSON.");
    }
    return named;
  }

  private static String text(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw new CallRefusedException(400, "Nothing was changed: a source is a topic's name.");
    }
    return json.getText();
  }

  private void readAll(JsonParser json) throws IOException {
    int objects = 0;
    for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        objects++;
      } else if (token == JsonToken.END_OBJECT) {
        objects--;
      } else if (token == JsonToken.FIELD_NAME && KEY.equals(json.currentName())) {
        sources.add(text(json));
      } else if (token.isScalarValue() && objects == 0) {
        listed.add(json.getText());
      }
    }
  }
}
