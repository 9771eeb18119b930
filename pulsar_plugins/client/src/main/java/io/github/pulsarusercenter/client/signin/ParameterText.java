package io.github.pulsarusercenter.client.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Reads {@code authParams}: JSON, {@code key:value,key:value}, or a file with JSON or properties.
 */
public final class ParameterText {
  private static final String FILE = "file:";

  private ParameterText() {}

  /**
   * @throws IllegalArgumentException when the text cannot be read; says why, without any value
   */
  public static Map<String, String> read(String text) {
    String trimmed = text == null ? "" : text.trim();
    if (trimmed.startsWith(FILE)) {
      String content = content(trimmed);
      return content.startsWith("{") ? json(content) : properties(content);
    }
    return trimmed.startsWith("{") ? json(trimmed) : pairs(trimmed);
  }

  private static Map<String, String> json(String text) {
    try {
      return FlatJson.read(text);
    } catch (IllegalArgumentException e) {
      throw SignInParameters.wrong("this is no JSON object of texts (" + e.getMessage() + ")");
    }
  }

  private static String content(String uri) {
    try {
      return new String(Files.readAllBytes(Paths.get(URI.create(uri))), UTF_8).trim();
    } catch (IllegalArgumentException e) {
      throw SignInParameters.wrong("a file is given as file:///its/path");
    } catch (IOException e) {
      throw SignInParameters.wrong(
          "the file " + uri + " cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static Map<String, String> properties(String content) {
    Properties read = new Properties();
    try {
      read.load(new StringReader(content));
    } catch (IOException | IllegalArgumentException e) {
      throw SignInParameters.wrong("the file holds neither JSON nor properties");
    }
    Map<String, String> values = new LinkedHashMap<>();
    read.stringPropertyNames().forEach(key -> values.put(key, read.getProperty(key)));
    return values;
  }

  /** A comma ends a value only before one of our names, because url may be a list. */
  private static Map<String, String> pairs(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    String last = null;
    for (String piece : text.split(",")) {
      String name = piece.substring(0, Math.max(piece.indexOf(':'), 0)).trim();
      if (SignInParameters.NAMES.contains(name)) {
        last = name;
        values.put(name, piece.substring(piece.indexOf(':') + 1));
      } else if (last != null) {
        values.put(last, values.get(last) + "," + piece);
      } else {
        throw SignInParameters.wrong("give JSON, key:value,key:value, or file:///path of a file");
      }
    }
    return values;
  }
}
