package io.github.pulsarusercenter.tenants;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.CallRefusedException;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.intercept.InterceptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the center take the mode that {@code namespaces set-subscription-auth-mode} sets, in the
 * caller's name, before the broker stores it. The broker's own value has no effect; without this
 * the command would succeed and protect nothing.
 */
public final class SubscriptionModes implements EarlyCalls {
  /** Sets the mode at the center. */
  public interface Center {
    /** Returns the revision of the change. */
    long subscriptionMode(String namespace, String mode, Caller by)
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

  private final Answers answers;
  private final Callers callers;
  private final Center center;
  private final CenterCalls calls;
  private final OwnChanges enforced;

  public SubscriptionModes(
      Answers answers, ProxyRules proxies, Center center, CenterCalls calls, OwnChanges enforced) {
    this.answers = answers;
    this.callers = new Callers(proxies);
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
  public boolean take(TenantCall call) throws IOException {
    if (!concerns(call.method(), call.path())) {
      return false;
    }
    try {
      Matcher plain = PLAIN.matcher(call.path());
      if (!plain.matches()) {
        throw refusal(
            409, "the namespace has to stand in the path as /admin/v2/namespaces/TENANT/NAME.");
      }
      if (call.body() == null || HiddenBody.isFile(call.header("Content-Type"))) {
        // The broker may hide the body, but would still read it as JSON.
        throw refusal(415, "it is sent as Content-Type: application/json.");
      }
      String mode = mode(call.body());
      if (call.signIn()) {
        begin(call, plain.group(1), mode);
      }
    } catch (AuthenticationException e) {
      call.refuse(401, ReasonBody.of("Authentication required"));
    } catch (CallRefusedException e) {
      call.refuse(e.status(), ReasonBody.of(e.getMessage()));
    }
    return true;
  }

  private static String mode(byte[] body) throws IOException {
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

  private void begin(TenantCall call, String namespace, String mode) {
    Caller by = callers.of(call);
    if (by == null) {
      throw refusal(401, "it is not certain who asks for this.");
    }
    demandMay(namespace, by.principal(), call);
    TenantCall.Paused paused = call.pause();
    calls
        .call(() -> center.subscriptionMode(namespace, mode, by))
        .thenCompose(enforced::reached)
        .whenComplete((done, failure) -> end(paused, call.body(), failure));
  }

  /** Asks what the broker asks later, so that the center is not asked for those whom it denies. */
  private void demandMay(String namespace, String actor, TenantCall call) {
    ResourceName on = ResourceName.namespace(namespace);
    AuthenticationDataSource data = call.data();
    if (!answers.wouldAllow(WRITE, on, actor, null, answers.origin(data))
        && !answers.allows(WRITE, WRITE.name(), on, actor, null, data)) {
      throw refusal(403, "you may not administer the namespace.");
    }
  }

  private static void end(TenantCall.Paused paused, byte[] body, Throwable failure) {
    try {
      if (failure == null) {
        paused.goOn(body);
      } else if (CallRefusedException.behind(failure) instanceof CallRefusedException refused) {
        paused.refuse(refused.status(), ReasonBody.of(refused.getMessage()));
      } else {
        log.error("Setting the mode of subscriptions failed", failure);
        paused.refuse(500, ReasonBody.of(AT_THE_CENTER));
      }
    } catch (IOException | RuntimeException e) {
      log.warn("A call about the mode of subscriptions ended unanswered", e);
    }
  }

  private static CallRefusedException refusal(int status, String why) {
    return new CallRefusedException(status, "The mode of subscriptions was not changed: " + why);
  }
}
