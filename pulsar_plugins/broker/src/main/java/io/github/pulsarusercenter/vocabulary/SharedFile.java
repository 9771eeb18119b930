package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads a file of data that Python, Java and the documentation share (decision 0007). */
public final class SharedFile {
  private static final String DIRECTORY = "/io/github/pulsarusercenter/";

  private SharedFile() {}

  static JsonNode operations() {
    return read("operations.json");
  }

  public static JsonNode read(String name) {
    try (InputStream in = SharedFile.class.getResourceAsStream(DIRECTORY + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing: the plugin's jar is damaged.");
      }
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
