package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.policies.data.NamespaceOperation;

/**
 * The subscription that is cleared or deleted on all topics of a namespace. The broker asks about
 * the namespace alone, so it is read from the path of the HTTP call. Tried on 4.0.8, which decodes
 * it once.
 *
 * @param name null when the call names none
 * @param certain false when the path is not known, or another parser could read it differently;
 *     then it takes a super user
 */
public record NamespaceSubscription(String name, boolean certain) {
  private static final NamespaceSubscription NONE = new NamespaceSubscription(null, true);
  private static final NamespaceSubscription UNCERTAIN = new NamespaceSubscription(null, false);
  private static final Set<String> OPERATIONS = Set.of("CLEAR_BACKLOG", "UNSUBSCRIBE");

  /** With or without bundle; only the subscription may be encoded. */
  private static final Pattern PATH =
      Pattern.compile(
          "/admin/v2/namespaces/[-=:\\w][-=:.\\w]*/[-=:\\w][-=:.\\w]*(/0x\\w+)?"
              + "/(clearBacklog|clearSubscriptionBacklog|unsubscribe)(/(?!\\.)[^/;+]+)?/?");

  private static final int SUBSCRIPTION = 3;

  /**
   * @param data the call, whichever provider signed it in; may be null
   */
  public static NamespaceSubscription of(
      NamespaceOperation operation, AuthenticationDataSource data) {
    if (!OPERATIONS.contains(operation.name())) {
      return NONE;
    }
    SentCall call = SentCall.of(SignInData.unwrapped(data));
    Matcher path = PATH.matcher(call.path() == null ? "" : call.path());
    if (!path.matches()) {
      return UNCERTAIN;
    }
    String segment = path.group(SUBSCRIPTION);
    return segment == null ? NONE : decoded(segment.substring(1));
  }

  private static NamespaceSubscription decoded(String segment) {
    try {
      String once = URLDecoder.decode(segment, StandardCharsets.UTF_8);
      return once.isBlank() ? UNCERTAIN : new NamespaceSubscription(once, true);
    } catch (IllegalArgumentException e) {
      return UNCERTAIN;
    }
  }
}
