package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A question of a broker (or the center).
 *
 * @param id {@code topic:PRODUCE}
 * @param known false when operations.json does not have it
 * @param act 1 create, 2 read, 3 write, 4 delete
 * @param kind 0 real use, 1 probe or listing
 * @param data true when the question is denied on and below an invalid resource
 * @param ofSubscription true when rules about subscriptions bind it
 * @param types the types of resources that it is asked on, as bits
 * @param openOn the resource on which every active user is allowed; null for none
 * @param hash of the id
 */
public record Question(
    String id,
    boolean known,
    int act,
    int kind,
    boolean data,
    boolean ofSubscription,
    int types,
    List<Need> needs,
    String openOn,
    int hash) {
  private static final Map<String, Question> ALL = read();
  private static final int ACT_READ = 2;

  private static Question unknown(String id) {
    int hash = ResourceName.scrambled(id.hashCode());
    return new Question(id, false, ACT_READ, 0, false, false, 0, List.of(), null, hash);
  }

  private static Question read(JsonNode json) {
    boolean data = json.get("data").asBoolean();
    boolean ofSubscription = json.path("of_subscription").asBoolean();
    int types = 0;
    for (JsonNode type : json.get("asked_on")) {
      types |= 1 << ResourceName.TYPES.indexOf(type.asText());
    }
    List<Need> needs = new ArrayList<>();
    json.get("needs").forEach(need -> needs.add(Need.of(need, data, ofSubscription)));
    String id = json.get("question").asText();
    return new Question(
        id,
        true,
        json.get("act").asInt(),
        json.get("kind").asInt(),
        data,
        ofSubscription,
        types,
        List.copyOf(needs),
        json.path("open_on").textValue(),
        ResourceName.scrambled(id.hashCode()));
  }

  /** The question of this id, never null; an unknown one is denied as UNKNOWN_OPERATION. */
  public static Question of(String id) {
    Question found = ALL.get(id);
    return found == null ? unknown(String.valueOf(id)) : found;
  }

  /** All questions of all supported brokers. */
  public static Collection<Question> all() {
    return ALL.values();
  }

  /** {@code PRODUCE}. */
  public String name() {
    return id.substring(id.indexOf(':') + 1);
  }

  public boolean appliesTo(int type) {
    return (types & 1 << type) != 0;
  }

  /** True for the resource on which every active user is allowed. */
  public boolean isOpenOn(ResourceName resource) {
    return openOn != null && openOn.equals(resource.name());
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (!known && other instanceof Question that && id.equals(that.id));
  }

  @Override
  public String toString() {
    return id;
  }

  private static Map<String, Question> read() {
    Map<String, Question> all = new HashMap<>();
    for (JsonNode json : SharedFile.operations().get("questions")) {
      Question question = read(json);
      all.put(question.id, question);
    }
    return Map.copyOf(all);
  }
}
