package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.Reason;
import io.github.pulsarusercenter.decision.ResourceName;
import io.github.pulsarusercenter.events.AccessEvent;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.ResourcePath;
import io.github.pulsarusercenter.snapshot.CurrentRights;
import io.github.pulsarusercenter.snapshot.RightsView;
import java.util.Set;
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

  private static final Logger log = LoggerFactory.getLogger(Answers.class);
  private static final Logger granted =
      LoggerFactory.getLogger(UserCenterAuthorizationProvider.class.getName() + ".grant");
  private static final Logger denied =
      LoggerFactory.getLogger(UserCenterAuthorizationProvider.class.getName() + ".deny");

  private final CurrentRights rights;
  private final AccessEventWriter events;
  private final ResourcePath paths;
  private final Supplier<Set<String>> superUsers;
  private final CenterTime time;

  /**
   * @param cluster this cluster's name in the center
   * @param superUsers broker.conf's superUserRoles as of now
   * @param time for the events; a decision needs no clock
   */
  public Answers(
      CurrentRights rights,
      AccessEventWriter events,
      String cluster,
      Supplier<Set<String>> superUsers,
      CenterTime time) {
    this.rights = rights;
    this.events = events;
    this.paths = new ResourcePath(cluster);
    this.superUsers = superUsers;
    this.time = time;
  }

  /**
   * Decides and records.
   *
   * @param op the operation's name for the event
   * @param on what it is asked about
   * @param subscription null when none is concerned
   * @param data what the broker knows of the caller, may be null
   */
  boolean allows(
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
    long start = System.nanoTime();
    RightsView view = rights.view();
    Decision decision = decide(view, question, on, principal, subscription);
    long took = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
    PluginMetrics.decided(decision.allowed(), decision.reason());
    say(decision, op, on, principal);
    events.write(
        event(
            time.at(start),
            view,
            decision,
            question,
            op,
            on,
            principal,
            subscription,
            data,
            kind,
            took));
    return decision.allowed();
  }

  /** Only the answer, without a trace: for looking after connections that are open already. */
  public boolean wouldAllow(
      Question question, ResourceName on, String principal, String subscription) {
    return decide(rights.view(), question, on, principal, subscription).allowed();
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

  private static void say(Decision decision, String op, ResourceName on, String principal) {
    if (decision.allowed()) {
      granted.debug("{} may {} on {}: {}", principal, op, on, decision.reason());
    } else if (denied.isInfoEnabled()) {
      denied.info("{} may not {} on {}: {}", plain(principal), op, plain(on), decision.reason());
    }
  }

  /** Names come from clients: no line breaks or control characters into the log. */
  private static String plain(Object name) {
    return String.valueOf(name).replaceAll("\\p{Cntrl}", "?");
  }

  private AccessEvent event(
      long at,
      RightsView view,
      Decision decision,
      Question question,
      String op,
      ResourceName on,
      String principal,
      String subscription,
      SignInData data,
      int kind,
      long took) {
    Credential credential = data == null ? null : data.credential();
    // Behind a proxy the data is the proxy's own: its credential is not the principal's.
    boolean own = credential != null && credential.principal().equals(principal);
    return new AccessEvent(
        at,
        question.act(),
        op,
        decision.allowed() ? 1 : 2,
        decision.reason().name(),
        kind,
        principal,
        own ? credential.id() : null,
        credential == null || own ? null : credential.principal(),
        data == null ? null : data.session(),
        data == null ? null : data.ip(),
        paths.path(on),
        paths.type(on),
        subscription,
        decision.grants(),
        decision.roles(),
        view == null ? 0 : view.snapshot().revision(),
        took);
  }
}
