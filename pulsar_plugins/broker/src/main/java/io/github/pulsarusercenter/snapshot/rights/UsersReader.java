package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the users of a snapshot or a delta. Equal numbers become one shared object. */
final class UsersReader extends JsonTokens {
  private static final List<String> STATUSES = List.of("active", "disabled", "locked");

  private final Changes changes;
  private final Map<Long, Long> numbers = new HashMap<>();

  UsersReader(JsonParser in, Changes changes) {
    super(in);
    this.changes = changes;
  }

  void user() throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    String name = null;
    String status = "active";
    String main = null;
    List<Long> roles = List.of();
    long cred = 0;
    long tokensFrom = 0;
    UserLimits limits = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "name" -> name = text();
        case "status" -> status = status(text());
        case "main" -> main = textOrNull();
        case "roles" -> roles = Arrays.stream(numbers()).mapToObj(this::shared).toList();
        case "cred" -> cred = numberOr(0);
        case "tokens_from" -> tokensFrom = numberOr(0);
        case "limits" -> limits = userLimits();
        default -> in.skipChildren();
      }
    }
    require(name, "name");
    String effective = limits == null ? status : limits.status(status);
    NetworkList networks = limits == null ? null : limits.networks;
    changes.users.add(new UserRights(name, effective, main, roles, cred, tokensFrom, networks));
  }

  /**
   * @param understood false when a limit is unknown or none is there: the user may not act
   */
  private record UserLimits(boolean active, boolean understood, NetworkList networks) {
    String status(String sent) {
      String denied = UserRights.ACTIVE.equals(sent) ? UserRights.HIDDEN : sent;
      return understood && active ? UserRights.ACTIVE : denied;
    }
  }

  private UserLimits userLimits() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    expect(JsonToken.START_OBJECT, "an object");
    boolean active = false;
    List<String> names = null;
    boolean known = true;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "active" -> active = in.currentToken() == JsonToken.VALUE_TRUE;
        case "networks" -> names = textsOrNull();
        default -> {
          known = false;
          in.skipChildren();
        }
      }
    }
    boolean understood = known && names != null;
    return new UserLimits(active, understood, changes.networks(understood ? names : List.of()));
  }

  private Long shared(long number) {
    return numbers.computeIfAbsent(number, same -> same);
  }

  private static String status(String text) {
    int known = STATUSES.indexOf(text);
    return known < 0 ? text : STATUSES.get(known);
  }
}
