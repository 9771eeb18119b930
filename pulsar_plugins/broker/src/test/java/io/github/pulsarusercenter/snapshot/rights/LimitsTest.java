package io.github.pulsarusercenter.snapshot.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits of grants as they are read, written and read again; the decision cases say what they mean.
 */
class LimitsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'auth':[303],'prefix':'orders-'}",
        "{'auth':[303],'subscriptions':['billing','audit-*']}",
        "{'auth':[303],'prefix':'orders-','subscriptions':['billing']}",
        "{'auth':[303],'networks':['10.0.0.0/8','2001:db8::/32']}",
        "{'auth':[303],'prefix':'orders-','subscriptions':['billing'],'networks':['::/0']}"
      })
  void limitsAreWrittenAsRead(String limits) throws Exception {
    JsonNode written = written(limits).at("/grants/0");
    assertEquals("[]", written.get("auth").toString());
    assertEquals(
        JSON.readTree(limits.replace('\'', '"')).toString(), written.get("limits").toString());
    assertTrue(counts(parsed(limits)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'auth':[303],'prefix':'orders-','moon':'full'}",
        "{'auth':[303],'prefix':''}",
        "{'auth':[303],'subscriptions':[]}",
        "{'auth':[303],'subscriptions':['*']}",
        "{'auth':[303],'subscriptions':['']}",
        "{'auth':[303],'networks':[]}",
        "{'auth':[303],'networks':['10.0.0.0/8','office']}",
        "{'auth':[303],'prefix':'orders-','networks':['10.0.0.1/8']}",
        "{'auth':[303]}",
        "{}"
      })
  void unknownAndEmptyLimitsNeverCount(String limits) throws Exception {
    assertFalse(counts(parsed(limits)));
    JsonNode again = written(limits);
    assertNotNull(again.at("/grants/0").get("limits"));
    assertFalse(counts(PermissionSnapshot.parse(again)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "[]",
        "{'auth':303}",
        "{'prefix':7}",
        "{'subscriptions':'billing'}",
        "{'subscriptions':[7]}",
        "{'networks':'10.0.0.0/8'}",
        "{'networks':[7]}"
      })
  void malformedLimitsAreRefused(String limits) {
    assertThrows(IllegalArgumentException.class, () -> parsed(limits));
  }

  @Test
  void nullIsNoLimit() throws Exception {
    assertTrue(counts(parsed("null")));
  }

  private static boolean counts(PermissionSnapshot snapshot) {
    List<Grant> found = new ArrayList<>();
    RoleRights rights = snapshot.role(1L);
    ResourceName place = ResourceName.of(ResourceName.NAMESPACE, "acme/orders");
    rights.at(ResourceName.NAMESPACE, "acme/orders", place, found);
    rights.prefixedAt(ResourceName.NAMESPACE, "acme/orders", found);
    return !found.isEmpty();
  }

  private static JsonNode written(String limits) throws Exception {
    return Snapshots.document(parsed(limits));
  }

  private static PermissionSnapshot parsed(String limits) throws Exception {
    String grant =
        "{'id':9,'role':1,'type':3,'name':'acme/orders','auth':[302],'limits':" + limits + "}";
    String document = "{'format':1,'cluster':'prod','revision':1,'grants':[" + grant + "]}";
    return PermissionSnapshot.parse(JSON.readTree(document.replace('\'', '"')));
  }
}
