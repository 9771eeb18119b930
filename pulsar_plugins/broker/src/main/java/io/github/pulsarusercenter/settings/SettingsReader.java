package io.github.pulsarusercenter.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads settings and collects a sentence for each wrong one, so that an operator sees all mistakes
 * at once. A wrong setting yields a placeholder; the caller throws when {@link #mistakes()} is not
 * empty.
 */
record SettingsReader(Function<String, Object> source, List<String> mistakes) {
  SettingsReader(Function<String, Object> source) {
    this(source, new ArrayList<>());
  }

  void wrong(String sentence) {
    mistakes.add(sentence);
  }

  /** The trimmed value, or the default when the setting is absent or blank. */
  String text(String name, String otherwise) {
    Object value = source.apply(name);
    String text = value == null ? "" : value.toString().trim();
    return text.isEmpty() ? otherwise : text;
  }

  String required(String name, String whatToDo) {
    String text = text(name, null);
    if (text == null) {
      wrong(name + " is missing: " + whatToDo + ".");
    }
    return text;
  }

  long number(String name, long otherwise, long least, long most) {
    String text = text(name, null);
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same sentence as for a number out of range.
    }
    wrong(
        "%s is '%s': set it to a whole number from %d to %d, or remove the line for %d."
            .formatted(name, text, least, most, otherwise));
    return otherwise;
  }

  boolean flag(String name, boolean otherwise) {
    String text = text(name, String.valueOf(otherwise));
    if (!text.equals("true") && !text.equals("false")) {
      wrong("%s is '%s': set it to true or false.".formatted(name, text));
    }
    return text.equals("true");
  }

  /** Names, separated by commas. */
  Set<String> names(String name) {
    return Stream.of(text(name, "").split(","))
        .map(String::trim)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  Path path(String name, String otherwise) {
    String text = text(name, otherwise);
    try {
      return text == null ? null : Path.of(text);
    } catch (IllegalArgumentException e) {
      wrong("%s is '%s': set it to the path of a file or directory.".formatted(name, text));
      return null;
    }
  }

  /** Web addresses, separated by commas, without repetition. */
  List<URI> addresses(String name, String whatToDo) {
    String text = required(name, whatToDo);
    if (text == null) {
      return List.of();
    }
    List<URI> found = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      URI address = address(part.trim());
      if (address == null || found.contains(address)) {
        // The value is not repeated: it may hold a password that does not belong there.
        wrong(
            name
                + " is no web address, or names one twice: set it to https://host:port without user"
                + " name or query; several are separated by commas.");
        return List.of();
      }
      found.add(address);
    }
    return List.copyOf(found);
  }

  private static URI address(String text) {
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean plain = uri.getUserInfo() == null && uri.getQuery() == null;
      return http && uri.getHost() != null && plain ? uri : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
