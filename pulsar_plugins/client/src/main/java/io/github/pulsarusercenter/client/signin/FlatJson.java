package io.github.pulsarusercenter.client.signin;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One JSON object as texts: all that parameters and token answers need, without a library that
 * could clash with a client's own. Values that are null, an object or an array are left out. Errors
 * tell the place and never quote the text.
 */
final class FlatJson {
  private static final String LEFT_OUT = "\0left out";

  private final String text;
  private int at;

  private FlatJson(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException when it is no such object
   */
  static Map<String, String> read(String text) {
    FlatJson reader = new FlatJson(text);
    Map<String, String> values = reader.object();
    reader.space();
    reader.demand(reader.at == text.length(), "nothing after the object");
    return values;
  }

  private Map<String, String> object() {
    Map<String, String> values = new LinkedHashMap<>();
    expect('{');
    if (next() == '}') {
      at++;
      return values;
    }
    do {
      space();
      String key = string();
      expect(':');
      String value = value();
      demand(values.put(key, value) == null, "each name once");
    } while (more());
    values.values().removeIf(LEFT_OUT::equals);
    return values;
  }

  private boolean more() {
    char found = next();
    demand(found == ',' || found == '}', "a comma or }");
    at++;
    return found == ',';
  }

  private String value() {
    char first = next();
    if (first == '{' || first == '[') {
      return nested();
    }
    return first == '"' ? string() : word();
  }

  private String nested() {
    int depth = 0;
    do {
      char found = next();
      if (found == '"') {
        string();
        continue;
      }
      at++;
      depth += "[{".indexOf(found) >= 0 ? 1 : 0;
      depth -= "]}".indexOf(found) >= 0 ? 1 : 0;
    } while (depth > 0);
    return LEFT_OUT;
  }

  private String word() {
    int from = at;
    while (at < text.length() && "+-.0123456789Eaeflnrstu".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String word = text.substring(from, at);
    boolean number = word.matches("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?");
    demand(number || word.matches("true|false|null"), "a text, a number, true, false or null");
    return word.equals("null") ? LEFT_OUT : word;
  }

  private String string() {
    expect('"');
    StringBuilder read = new StringBuilder();
    while (true) {
      char found = character();
      if (found == '"') {
        return read.toString();
      }
      demand(found >= ' ', "no control character");
      read.append(found == '\\' ? escaped() : found);
    }
  }

  private char escaped() {
    char found = character();
    if (found == 'u') {
      demand(at + 4 <= text.length(), "four hexadecimal digits");
      String digits = text.substring(at, at + 4);
      demand(digits.matches("[0-9a-fA-F]{4}"), "four hexadecimal digits");
      at += 4;
      return (char) Integer.parseInt(digits, 16);
    }
    int known = "\"\\/bfnrt".indexOf(found);
    demand(known >= 0, "a known escape");
    return "\"\\/\b\f\n\r\t".charAt(known);
  }

  private char character() {
    demand(at < text.length(), "more text");
    return text.charAt(at++);
  }

  private char next() {
    space();
    demand(at < text.length(), "more text");
    return text.charAt(at);
  }

  private void expect(char wanted) {
    demand(next() == wanted, "a " + wanted);
    at++;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void demand(boolean met, String wanted) {
    if (!met) {
      throw new IllegalArgumentException("at character " + at + ", expected " + wanted);
    }
  }
}
