package io.github.pulsarusercenter.adminapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.AuthenticationException;
import org.apache.pulsar.common.intercept.InterceptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the center take the mode that {@code namespaces set-subscription-auth-mode} sets, in the
 * caller's name, before the broker stores it. The broker's own value has no effect; without this
 * the command would succeed and protect nothing.
 */
public final class SubscriptionModes extends AbstractAdminCallFilter {
  /** Sets the mode at the center. */
  public interface ModeChange {
    /** Returns the revision of the change. */
    long subscriptionMode(String namespace, String mode, Caller caller)
        throws IOException, InterruptedException;
  }

  private static final Logger log = LoggerFactory.getLogger(SubscriptionModes.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> MODES = Set.of("None", "Prefix");
  private static final String AT_THE_CENTER =
      "The mode of subscriptions was not changed: set subscription_auth_mode of the namespace at"
          + " the user center.";

  /** Also matches paths that a server might merely take for such a call. */
  private static final Pattern MODE =
      Pattern.compile("/+admin(/+v2)?/+namespaces/.*subscriptionAuthMode");

  private static final Pattern NAME = Pattern.compile("subscriptionAuthMode");
  private static final Pattern PLAIN =
      Pattern.compile("/admin/v2/namespaces/([-=:.\\w]+/[-=:.\\w]+)/subscriptionAuthMode/?");
  private static final Question WRITE = Question.of("namespacePolicy:WRITE");

  private final ModeChange center;
  private final CenterCalls calls;
  private final OwnChanges enforced;

  public SubscriptionModes(
      Answers answers,
      ProxyRules proxies,
      ModeChange center,
      CenterCalls calls,
      OwnChanges enforced) {
    super(answers, proxies, "The mode of subscriptions was not changed: ");
    this.center = center;
    this.calls = calls;
    this.enforced = enforced;
  }

  @Override
  public boolean concerns(String method, String path) {
    return isSet(method, path);
  }

  private static boolean isSet(String method, String path) {
    return "POST".equals(method)
        && path != null
        && (MODE.matcher(path).find() || Paths.mayHide(path, NAME));
  }

  /**
   * For brokers before 4.0.2, whose interceptors can only refuse a call.
   *
   * @throws InterceptException when the call sets the mode
   */
  public static void refuse(String method, String path) throws InterceptException {
    if (isSet(method, path)) {
      throw new InterceptException(409, AT_THE_CENTER);
    }
  }

  @Override
  boolean handle(AdminCall call) throws IOException, AuthenticationException {
    Matcher plain = PLAIN.matcher(call.path());
    if (!plain.matches()) {
      throw refusal(
          409, "the namespace has to stand in the path as /admin/v2/namespaces/TENANT/NAME.");
    }
    String mode = mode(body(call));
    if (call.signIn()) {
      setModeAtCenter(call, plain.group(1), mode);
    }
    return true;
  }

  private String mode(byte[] body) throws IOException {
    String mode = null;
    try {
      JsonNode read = JSON.readTree(body);
      mode = read == null ? null : read.textValue();
    } catch (JsonProcessingException e) {
      log.debug("A mode of subscriptions that is no JSON", e);
    }
    if (mode == null || !MODES.contains(mode)) {
      throw refusal(400, "it is None or Prefix.");
    }
    return mode;
  }

  private void setModeAtCenter(AdminCall call, String namespace, String mode) {
    Caller caller = caller(call);
    ResourceName on = ResourceName.namespace(namespace);
    demandMay(WRITE, on, caller, call, "you may not administer the namespace.");
    AdminCall.PausedCall paused = call.pause();
    end(
        paused,
        calls
            .call(() -> center.subscriptionMode(namespace, mode, caller))
            .thenCompose(enforced::reached)
            .thenApply(done -> call.body()),
        AT_THE_CENTER);
  }
}
