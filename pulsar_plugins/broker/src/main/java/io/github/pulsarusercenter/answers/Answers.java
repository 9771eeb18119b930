package io.github.pulsarusercenter.answers;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.events.AccessEvent;
import io.github.pulsarusercenter.events.AccessEventBuilder;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.ResourcePath;
import io.github.pulsarusercenter.log.DenialLog;
import io.github.pulsarusercenter.log.LogNames;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers one question with one decision on the rights in force, and leaves its traces: metric, log
 * line, access event. Any failure is a denial.
 */
public final class Answers {
  /** An open connection is still used: the question is asked again once a day. */
  public static final int RENEWAL = 2;

  private static final int USE = 0;
  private static final int PROBE = 1;
  private static final int ALLOWED = 1;
  private static final int DENIED = 2;
  private static final int OBSERVED = 3;

  private static final Question LOOKUP = Question.of("topic:LOOKUP");

  private static final Logger log = LoggerFactory.getLogger(Answers.class);
  private static final Logger granted = LoggerFactory.getLogger(LogNames.GRANTED);

  private final CurrentRights rights;
  private final AccessEventWriter events;
  private final ResourcePath paths;
  private final Supplier<Set<String>> superUsers;
  private final CenterTime time;
  private final DenialLog denials;
  private final boolean observing;

  /**
   * @param cluster this cluster's name in the center
   * @param superUsers broker.conf's superUserRoles as of now
   * @param time for the events; a decision needs no clock
   * @param observing true when the broker's native provider answers and we only look on
   */
  public Answers(
      CurrentRights rights,
      AccessEventWriter events,
      String cluster,
      Supplier<Set<String>> superUsers,
      CenterTime time,
      DenialLog denials,
      boolean observing) {
    this.rights = rights;
    this.events = events;
    this.paths = new ResourcePath(cluster);
    this.superUsers = superUsers;
    this.time = time;
    this.denials = denials;
    this.observing = observing;
  }

  /**
   * Decides and records.
   *
   * @param op the operation's name for the event
   * @param on what it is asked about
   * @param subscription null when none is concerned
   * @param data what the broker knows of the caller, may be null
   */
  public boolean allows(
      Question question,
      String op,
      ResourceName on,
      String principal,
      String subscription,
      AuthenticationDataSource data) {
    SignInData ours = SignInData.of(data);
    return allows(question, op, on, principal, subscription, ours, question.kind());
  }

  /** The same, with the kind of event given: for renewals. */
  public boolean allows(
      Question question,
      String op,
      ResourceName on,
      String principal,
      String subscription,
      SignInData data,
      int kind) {
    Asked asked = new Asked(question, op, on, principal, subscription, data, kind);
    long start = System.nanoTime();
    RightsView view = rights.view();
    Decision decision = decide(view, question, on, principal, subscription);
    long took = System.nanoTime() - start;
    int dec = decision.allowed() ? ALLOWED : observing ? OBSERVED : DENIED;
    record(asked, view, decision, dec, decision.reason(), start, took);
    return decision.allowed();
  }

  /**
   * Decides and looks on: the native provider's answer counts, and both are recorded when it is
   * there.
   *
   * @param answer of the native provider
   */
  public CompletableFuture<Boolean> observe(
      Question question,
      String op,
      ResourceName on,
      String principal,
      String subscription,
      AuthenticationDataSource data,
      CompletableFuture<Boolean> answer) {
    SignInData ours = SignInData.of(data);
    Asked asked = new Asked(question, op, on, principal, subscription, ours, question.kind());
    long start = System.nanoTime();
    RightsView view = rights.view();
    Decision decision = decide(view, question, on, principal, subscription);
    long took = System.nanoTime() - start;
    return answer.whenComplete(
        (yes, failure) -> {
          boolean allowed = Boolean.TRUE.equals(yes);
          int dec = !allowed ? DENIED : decision.allowed() ? ALLOWED : OBSERVED;
          boolean onlyNative = !allowed && decision.allowed();
          Reason reason = onlyNative ? Reason.NATIVE_DENIED : decision.reason();
          record(asked, view, decision, dec, reason, start, took);
        });
  }

  /**
   * Records a refused look-up that is no attempt at anything: the client goes on when it hears that
   * there is no such topic.
   */
  public void looksWhetherThereIs(
      Question question,
      String op,
      ResourceName on,
      String principal,
      AuthenticationDataSource data) {
    Asked asked = new Asked(question, op, on, principal, null, SignInData.of(data), PROBE, false);
    long start = System.nanoTime();
    RightsView view = rights.view();
    Decision decision = decide(view, question, on, principal, null);
    PluginMetrics.decided(DENIED, decision.reason());
    events.write(asked.event(time.at(start), paths, view, decision, DENIED, decision.reason(), 0));
  }

  /**
   * Only the answer, without a trace: for looking after connections that are open already. While
   * observing, nothing is taken away from them.
   */
  public boolean wouldAllow(
      Question question, ResourceName on, String principal, String subscription) {
    return observing || decide(rights.view(), question, on, principal, subscription).allowed();
  }

  private Decision decide(
      RightsView view, Question question, ResourceName on, String principal, String subscription) {
    try {
      if (principal != null && superUsers.get().contains(principal)) {
        return Decision.of(true, Reason.BROKER_SUPER_USER);
      }
      if (view == null) {
        return Decision.of(false, Reason.NOT_READY);
      }
      if (rights.isTooOld()) {
        return Decision.of(false, Reason.SNAPSHOT_TOO_OLD);
      }
      return view.decisions().decide(principal, question, on, subscription, view.time());
    } catch (RuntimeException e) {
      log.error("A decision failed and is a denial", e);
      return Decision.of(false, Reason.ERROR);
    }
  }

  private void record(
      Asked asked,
      RightsView view,
      Decision decision,
      int dec,
      Reason reason,
      long start,
      long took) {
    PluginMetrics.decided(dec, reason);
    say(asked, dec, reason);
    long micros = TimeUnit.NANOSECONDS.toMicros(took);
    events.write(asked.event(time.at(start), paths, view, decision, dec, reason, micros));
  }

  private void say(Asked asked, int dec, Reason reason) {
    // What the native provider denies is logged by the broker; we say what we would deny.
    if (dec == OBSERVED || (dec == DENIED && !observing)) {
      denials.denied(asked.principal, asked.op, asked.on, asked.question, reason);
    } else if (dec == ALLOWED && granted.isDebugEnabled()) {
      granted.debug(
          "{} may {} on {}: {}",
          LogText.of(asked.principal),
          asked.op,
          LogText.of(asked.on),
          reason);
    }
  }

  /**
   * One question, as it is recorded.
   *
   * @param attempts true when a refusal counts as an attempt, whatever the kind
   */
  private record Asked(
      Question question,
      String op,
      ResourceName on,
      String principal,
      String subscription,
      SignInData data,
      int kind,
      boolean attempts) {

    Asked(
        Question question,
        String op,
        ResourceName on,
        String principal,
        String subscription,
        SignInData data,
        int kind) {
      this(question, op, on, principal, subscription, data, kind, question == LOOKUP);
    }

    AccessEvent event(
        long at,
        ResourcePath paths,
        RightsView view,
        Decision decision,
        int dec,
        Reason reason,
        long micros) {
      Credential credential = data == null ? null : data.credential();
      // Behind a proxy the data is the proxy's own: its credential is not the principal's.
      boolean own = credential != null && credential.principal().equals(principal);
      return AccessEventBuilder.builder()
          .time(at)
          .act(question.act())
          .op(op)
          .dec(dec)
          .code(reason.name())
          .kind(kindWhen(dec))
          .user(principal)
          .cred(own ? credential.id() : null)
          .via(credential == null || own ? null : credential.principal())
          .sess(data == null ? null : data.session())
          .ip(data == null ? null : data.ip())
          .res(paths.path(on))
          .rtype(paths.type(on))
          .sub(subscription)
          .grants(decision.grants())
          .roles(decision.roles())
          .rev(view == null ? 0 : view.snapshot().revision())
          .us(micros)
          .build();
    }

    /** Whoever is refused the look-up never asks what it came for: this is the attempt itself. */
    private int kindWhen(int dec) {
      return dec == DENIED && attempts ? USE : kind;
    }
  }
}
