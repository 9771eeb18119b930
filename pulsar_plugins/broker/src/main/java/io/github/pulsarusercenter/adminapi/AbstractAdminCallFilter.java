package io.github.pulsarusercenter.adminapi;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.CallRefusedException;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.util.FutureUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Common part of the filters of admin calls: the caller, its rights, and the text of a refusal. */
abstract class AbstractAdminCallFilter implements AdminCallFilter {
  private static final Logger log = LoggerFactory.getLogger(AbstractAdminCallFilter.class);

  final Answers answers;
  private final Callers callers;
  private final String refusal;

  /**
   * @param refusal what the sentence of each refusal begins with: what was not done
   */
  AbstractAdminCallFilter(Answers answers, ProxyRules proxies, String refusal) {
    this.answers = answers;
    this.callers = new Callers(proxies);
    this.refusal = refusal;
  }

  @Override
  public final boolean take(AdminCall call) throws IOException {
    if (!concerns(call.method(), call.path())) {
      return false;
    }
    try {
      return handle(call);
    } catch (AuthenticationException e) {
      call.refuse(401, ReasonBody.of("Authentication required"));
    } catch (CallRefusedException e) {
      call.refuse(e.status(), ReasonBody.of(e.getMessage()));
    }
    return true;
  }

  /** Returns true when the call is answered or paused. */
  abstract boolean handle(AdminCall call) throws IOException, AuthenticationException;

  final CallRefusedException refusal(int status, String why) {
    return new CallRefusedException(status, refusal + why);
  }

  /** The body as JSON; the broker may hide one, but would still read it as JSON. */
  final byte[] body(AdminCall call) {
    if (call.body() == null || HiddenBody.isFile(call.header("Content-Type"))) {
      throw refusal(415, "it is sent as Content-Type: application/json.");
    }
    return call.body();
  }

  /** Who makes a call that has signed in. */
  final Caller caller(AdminCall call) {
    Caller caller = callers.of(call);
    if (caller == null) {
      throw refusal(401, "it is not certain who asks for this.");
    }
    return caller;
  }

  /**
   * Asks the broker's later question now, so that nothing is changed for a call that the broker
   * denies. Only a denial is recorded here.
   */
  final void demandMay(
      Question question, ResourceName on, Caller caller, AdminCall call, String denied) {
    AuthenticationDataSource data = call.data();
    String actor = caller.principal();
    if (!answers.wouldAllow(question, on, actor, null, answers.origin(data))
        && !answers.allows(new BrokerCall(question, question.name(), on), actor, data)) {
      throw refusal(403, denied);
    }
  }

  /**
   * Continues the call with the body for the broker, or refuses it.
   *
   * @param failureText the sentence for a failure that says nothing to the caller
   */
  static void end(
      AdminCall.PausedCall paused, CompletableFuture<byte[]> bodyForBroker, String failureText) {
    bodyForBroker.whenComplete(
        (body, failure) -> {
          try {
            if (failure == null) {
              paused.resume(body);
            } else {
              refuse(paused, FutureUtil.unwrapCompletionException(failure), failureText);
            }
          } catch (IOException | RuntimeException e) {
            log.warn("A call of the admin API ended unanswered", e);
          }
        });
  }

  private static void refuse(AdminCall.PausedCall paused, Throwable cause, String failureText)
      throws IOException {
    if (cause instanceof CallRefusedException refused) {
      paused.refuse(refused.status(), ReasonBody.of(refused.getMessage()));
    } else {
      log.error(failureText, cause);
      paused.refuse(500, ReasonBody.of(failureText));
    }
  }
}
