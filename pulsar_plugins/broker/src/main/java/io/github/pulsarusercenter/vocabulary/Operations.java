package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads operations.json, which Python, Java and the documentation share (decision 0007). */
final class Operations {
  private static final String FILE = "/io/github/pulsarusercenter/operations.json";

  private Operations() {}

  static JsonNode read() {
    try (InputStream in = Operations.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing: the plugin's jar is damaged.");
      }
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
