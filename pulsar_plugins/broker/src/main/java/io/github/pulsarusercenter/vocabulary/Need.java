package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * One alternative by which a question is allowed.
 *
 * @param wanted the authorities that give it, as bits; 0 for any authority on or in the target
 * @param onServedTopic the authorities that give it when held on the topic that the target serves
 *     as retry or dead-letter topic. If the alternative is the right to read or write: those that
 *     give reading, and only these when the question is about data, else those in {@code wanted}
 *     too. If it is another right: those in {@code wanted}. If any right will do: any that matters
 *     for a topic
 * @param inside true when any authority inside the target also gives it
 * @param ownSubscription true when the alternative counts only for a subscription named after the
 *     user, or named by the grant
 * @param ofSubscription true when the question is about one subscription
 * @param ifTenantsAreListed true when the alternative counts only with userCenterListTenants
 */
public record Need(
    int wanted,
    int onServedTopic,
    boolean inside,
    boolean ownSubscription,
    boolean ofSubscription,
    boolean ifTenantsAreListed) {
  private static final String LIST_TENANTS = "list_tenants";
  private static final List<String> RIGHTS =
      List.of("create", "delete", "write", "read", "administer", "functions", "subscriptions");
  private static final int READ = 3;

  static Need of(JsonNode json, boolean data, boolean ofSubscription) {
    if (json.has("any")) {
      return new Need(
          0,
          Authorities.reaching(ResourceName.TOPIC),
          json.get("any").asText().equals("in"),
          false,
          ofSubscription,
          ifTenantsAreListed(json));
    }
    String right = json.get("right").asText();
    int level = json.get("level").asInt();
    int wanted = Authorities.giving(RIGHTS.indexOf(right), level);
    boolean followed = right.equals("write") || right.equals("read");
    int reading = followed ? Authorities.giving(READ, level) : 0;
    return new Need(
        wanted,
        followed && data ? reading : reading | wanted,
        false,
        json.has("when"),
        ofSubscription,
        ifTenantsAreListed(json));
  }

  /**
   * The alternative that the main account must meet: the right alone, because the subscription is
   * named after the sub-account.
   */
  public Need withoutCondition() {
    return ownSubscription
        ? new Need(wanted, onServedTopic, inside, false, ofSubscription, ifTenantsAreListed)
        : this;
  }

  private static boolean ifTenantsAreListed(JsonNode json) {
    if (json.has("option") && !json.get("option").asText().equals(LIST_TENANTS)) {
      throw new IllegalStateException("operations.json names an unknown setting: " + json);
    }
    return json.has("option");
  }
}
