package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A question of a broker (or the center), such as {@code topic:PRODUCE}. */
public final class Question {
  private static final Map<String, Question> ALL = read();
  private static final int ACT_READ = 2;

  private final String id;
  private final boolean known;
  private final int act;
  private final int kind;
  private final boolean data;
  private final boolean ofSubscription;
  private final int resourceTypes;
  private final List<Need> needs;
  private final String openOn;
  private final int hash;

  private Question(String id) {
    this.id = id;
    this.known = false;
    this.act = ACT_READ;
    this.kind = 0;
    this.data = false;
    this.ofSubscription = false;
    this.resourceTypes = 0;
    this.needs = List.of();
    this.openOn = null;
    this.hash = ResourceName.scrambled(id.hashCode());
  }

  private Question(JsonNode json) {
    id = json.get("question").asText();
    known = true;
    act = json.get("act").asInt();
    kind = json.get("kind").asInt();
    data = json.get("data").asBoolean();
    int types = 0;
    for (JsonNode type : json.get("asked_on")) {
      types |=
          1 << List.of("root", "cluster", "tenant", "namespace", "topic").indexOf(type.asText());
    }
    resourceTypes = types;
    List<Need> alternatives = new ArrayList<>();
    ofSubscription = json.path("of_subscription").asBoolean();
    json.get("needs").forEach(need -> alternatives.add(Need.of(need, data, ofSubscription)));
    needs = List.copyOf(alternatives);
    openOn = json.path("open_on").textValue();
    hash = ResourceName.scrambled(id.hashCode());
  }

  /** The question of this id, never null; an unknown one is denied as UNKNOWN_OPERATION. */
  public static Question of(String id) {
    Question found = ALL.get(id);
    return found == null ? new Question(String.valueOf(id)) : found;
  }

  /** All questions of all supported brokers. */
  public static Collection<Question> all() {
    return ALL.values();
  }

  /** {@code topic:PRODUCE}. */
  public String id() {
    return id;
  }

  /** {@code PRODUCE}. */
  public String name() {
    return id.substring(id.indexOf(':') + 1);
  }

  /** False when operations.json does not have it. */
  public boolean known() {
    return known;
  }

  /** 1 create, 2 read, 3 write, 4 delete. */
  public int act() {
    return act;
  }

  /** 0 real use, 1 probe or listing. */
  public int kind() {
    return kind;
  }

  /** True when the question is denied on and below an invalid resource. */
  public boolean data() {
    return data;
  }

  /** True when rules about subscriptions bind it. */
  public boolean ofSubscription() {
    return ofSubscription;
  }

  public boolean appliesTo(int type) {
    return (resourceTypes & 1 << type) != 0;
  }

  public List<Need> needs() {
    return needs;
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
      Question question = new Question(json);
      all.put(question.id, question);
    }
    return Map.copyOf(all);
  }
}
