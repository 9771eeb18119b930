import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.pulsar.client.admin.Namespaces;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.admin.PulsarAdminException;
import org.apache.pulsar.common.policies.data.SubscriptionAuthMode;

/**
 * What the Java admin client sets and is told about subscriptions of a namespace; prints one line.
 * Arguments: the admin API's address, the namespace, two roles.
 */
public class SubscriptionCommands {
  public static void main(String[] arguments) throws Exception {
    String space = arguments[1];
    String one = arguments[2];
    String two = arguments[3];
    try (PulsarAdmin admin =
        PulsarAdmin.builder()
            .serviceHttpUrl(arguments[0])
            .authentication(System.getenv("AUTH_PLUGIN"), System.getenv("AUTH_PARAMS"))
            .build()) {
      Namespaces namespaces = admin.namespaces();
      StringBuilder said = new StringBuilder("OK");
      namespaces.grantPermissionOnSubscription(space, "java", Set.of(one, two));
      said.append(' ').append(rules(namespaces, space));
      namespaces.revokePermissionOnSubscription(space, "java", one);
      said.append(' ').append(rules(namespaces, space));
      namespaces.revokePermissionOnSubscription(space, "java", two);
      said.append(' ').append(rules(namespaces, space));
      for (SubscriptionAuthMode mode :
          Arrays.asList(SubscriptionAuthMode.Prefix, SubscriptionAuthMode.None)) {
        namespaces.setSubscriptionAuthMode(space, mode);
        said.append(' ').append(namespaces.getSubscriptionAuthMode(space));
      }
      System.out.println(said);
    } catch (PulsarAdminException e) {
      System.out.println("REFUSED " + e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }

  private static Map<String, Set<String>> rules(Namespaces namespaces, String space)
      throws PulsarAdminException {
    Map<String, Set<String>> sorted = new TreeMap<>();
    namespaces
        .getPermissionOnSubscription(space)
        .forEach((subscription, roles) -> sorted.put(subscription, new TreeSet<>(roles)));
    return sorted;
  }
}
