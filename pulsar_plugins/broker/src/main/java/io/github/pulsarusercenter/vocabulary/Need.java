package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One alternative by which a question is allowed.
 *
 * @param wanted the authorities that give it, as bits; 0 for any authority on or in the target
 * @param onServedTopic the authorities that give it when held on the topic that the target serves
 *     as retry or dead-letter topic. If the alternative is the right to read or write, or says so:
 *     those that give reading, and only these when the question is about data, else those in {@code
 *     wanted} too. If it is another right: those in {@code wanted}. If any right will do: any that
 *     matters for a topic
 * @param counting the authorities that count where any right will do: at brokers all but auditing,
 *     which lets its holder read in the center alone
 * @param inside true when any authority inside the target also gives it
 * @param data true when the question is about data
 * @param ownSubscription true when the alternative counts only for a subscription named after the
 *     user
 * @param ofSubscription true when the question is about one subscription
 * @param everySubscription true when the answer is about all subscriptions: rights for named ones
 *     do not count
 * @param ifTenantsAreListed true when the alternative counts only with userCenterListTenants
 */
public record Need(
    long wanted,
    long onServedTopic,
    long counting,
    boolean inside,
    boolean data,
    boolean ownSubscription,
    boolean ofSubscription,
    boolean everySubscription,
    boolean ifTenantsAreListed) {
  private static final String LIST_TENANTS = "list_tenants";

  static Need of(JsonNode json, boolean data, boolean ofSubscription) {
    if (json.has("any")) {
      long counting = json.path("audit").asBoolean() ? ~0L : ~Authorities.AUDITING;
      return new Need(
          0,
          Authorities.reaching(ResourceName.TOPIC) & counting,
          counting,
          json.get("any").asText().equals("in"),
          data,
          false,
          ofSubscription,
          false,
          ifTenantsAreListed(json));
    }
    String right = json.get("right").asText();
    int level = json.get("level").asInt();
    long wanted = Authorities.giving(right, level);
    boolean followed = right.equals("write") || right.equals("read") || json.has("read_of_served");
    long reading = followed ? Authorities.giving("read", level) : 0;
    return new Need(
        wanted,
        followed && data ? reading : reading | wanted,
        ~0L,
        false,
        data,
        json.has("when"),
        ofSubscription,
        json.path("every_subscription").asBoolean(),
        ifTenantsAreListed(json));
  }

  /**
   * The alternative that the main account must meet: the right alone, because the subscription is
   * named after the sub-account.
   */
  public Need withoutCondition() {
    return ownSubscription
        ? new Need(
            wanted,
            onServedTopic,
            counting,
            inside,
            data,
            false,
            ofSubscription,
            everySubscription,
            ifTenantsAreListed)
        : this;
  }

  private static boolean ifTenantsAreListed(JsonNode json) {
    if (json.has("option") && !json.get("option").asText().equals(LIST_TENANTS)) {
      throw new IllegalStateException("operations.json names an unknown setting: " + json);
    }
    return json.has("option");
  }
}
