package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The right that would have to be granted so that a question is allowed, in words and as a number.
 *
 * @param text such as {@code 302 (write the topic)}
 * @param authority the first authority that would do; 0 when any right would
 */
public record MissingRight(String text, int authority) {
  private static final MissingRight UNKNOWN = new MissingRight("no right gives it", 0);
  private static final int PER_LEVEL = 100;
  private static final Map<String, MissingRight> ALL = read();

  public static MissingRight of(Question question) {
    return question == null ? UNKNOWN : ALL.getOrDefault(question.id(), UNKNOWN);
  }

  private static Map<String, MissingRight> read() {
    JsonNode operations = SharedFile.operations();
    Map<Integer, String> texts = new HashMap<>();
    operations
        .get("authorities")
        .forEach(authority -> texts.put(authority.get("id").asInt(), textOf(authority)));
    List<String> rights = new java.util.ArrayList<>();
    operations.get("rights").forEach(right -> rights.add(right.asText()));
    Map<String, MissingRight> all = new HashMap<>();
    for (JsonNode question : operations.get("questions")) {
      all.put(question.get("question").asText(), of(question.get("needs"), rights, texts));
    }
    return Map.copyOf(all);
  }

  private static MissingRight of(JsonNode needs, List<String> rights, Map<Integer, String> texts) {
    Set<String> words = new LinkedHashSet<>();
    int first = 0;
    for (JsonNode need : needs) {
      if (need.has("any")) {
        words.add("any right there");
        continue;
      }
      int right = rights.indexOf(need.get("right").asText());
      int id = need.get("level").asInt() * PER_LEVEL + right;
      first = first == 0 ? id : first;
      String condition = need.has("when") ? " for a subscription named after the user" : "";
      words.add(texts.getOrDefault(id, String.valueOf(id)) + condition);
    }
    return new MissingRight(String.join(" or ", words), first);
  }

  private static String textOf(JsonNode authority) {
    return authority.get("id").asInt() + " (" + authority.get("text").asText() + ")";
  }
}
