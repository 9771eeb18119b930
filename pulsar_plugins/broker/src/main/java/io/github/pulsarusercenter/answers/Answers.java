package io.github.pulsarusercenter.answers;

import io.github.pulsarusercenter.authentication.Origin;
import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.CachedDecisions;
import io.github.pulsarusercenter.decision.Decision;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.ResourcePath;
import io.github.pulsarusercenter.log.DenialLog;
import io.github.pulsarusercenter.log.LogNames;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.IpAddress;
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
 * Answers a question with one decision on the rights in force and records it: metric, log line,
 * access event. Any failure is a denial.
 */
public final class Answers {
  /** Kind of event: a producer or consumer is still open. Recorded once a day. */
  public static final int RENEWAL = 2;

  private static final int PROBE = 1;
  private static final int ALLOWED = 1;
  static final int DENIED = 2;
  private static final int OBSERVED = 3;

  private static final Logger log = LoggerFactory.getLogger(Answers.class);
  private static final Logger granted = LoggerFactory.getLogger(LogNames.GRANTED);

  private final CurrentRights rights;
  private final AccessEventWriter events;
  private final ResourcePath paths;
  private final Supplier<Set<String>> superUsers;
  private final CenterTime time;
  private final DenialLog denials;
  private final boolean observing;
  private final RecentHttpUsers httpUsers;

  /**
   * @param cluster this cluster's name in the center
   * @param superUsers broker.conf's superUserRoles as of now
   * @param time for the events; a decision needs no clock
   * @param observing true when the broker's native provider answers and the plugin only records
   * @param httpUsers knows the addresses of callers of the WebSocket service
   */
  public Answers(
      CurrentRights rights,
      AccessEventWriter events,
      String cluster,
      Supplier<Set<String>> superUsers,
      CenterTime time,
      DenialLog denials,
      boolean observing,
      RecentHttpUsers httpUsers) {
    this.rights = rights;
    this.events = events;
    this.paths = new ResourcePath(cluster);
    this.superUsers = superUsers;
    this.time = time;
    this.denials = denials;
    this.observing = observing;
    this.httpUsers = httpUsers;
  }

  /**
   * Decides and records.
   *
   * @param data what the broker knows of the caller, may be null
   */
  public boolean allows(BrokerCall call, String principal, AuthenticationDataSource data) {
    SignInData signIn = SignInData.of(data);
    return allows(call, principal, signIn, httpUsers.origin(data), call.question().kind());
  }

  /** The same with a given origin and kind of event; used for renewals. */
  public boolean allows(
      BrokerCall call, String principal, SignInData data, Origin origin, int kind) {
    RecordedQuestion recorded = new RecordedQuestion(call, principal, data, kind);
    long start = System.nanoTime();
    RightsView view = rights.view();
    Decision decision = decide(view, call, principal, origin);
    long took = System.nanoTime() - start;
    int dec = decision.allowed() ? ALLOWED : observing ? OBSERVED : DENIED;
    record(recorded, view, decision, dec, decision.reason(), start, took);
    return decision.allowed();
  }

  /**
   * Decides for the record only: the native provider's answer counts. Both are recorded once that
   * answer is there.
   *
   * @param answer the native provider's answer
   */
  public CompletableFuture<Boolean> observe(
      BrokerCall call,
      String principal,
      AuthenticationDataSource data,
      CompletableFuture<Boolean> answer) {
    SignInData signIn = SignInData.of(data);
    RecordedQuestion recorded =
        new RecordedQuestion(call, principal, signIn, call.question().kind());
    long start = System.nanoTime();
    RightsView view = rights.view();
    Origin origin = httpUsers.origin(data);
    Decision decision = decide(view, call, principal, origin);
    long took = System.nanoTime() - start;
    return answer.whenComplete(
        (nativeAnswer, failure) -> {
          boolean allowed = Boolean.TRUE.equals(nativeAnswer);
          int dec = !allowed ? DENIED : decision.allowed() ? ALLOWED : OBSERVED;
          boolean onlyNative = !allowed && decision.allowed();
          Reason reason = onlyNative ? Reason.NATIVE_DENIED : decision.reason();
          record(recorded, view, decision, dec, reason, start, took);
        });
  }

  /**
   * Records a denied look-up as a probe, not as an attempt: the client only checks whether the
   * topic exists, and goes on when it does not.
   */
  public void recordExistenceProbe(
      BrokerCall call, String principal, AuthenticationDataSource data) {
    RecordedQuestion recorded =
        new RecordedQuestion(call, principal, SignInData.of(data), PROBE, false);
    long start = System.nanoTime();
    RightsView view = rights.view();
    Decision decision = decide(view, call, principal, httpUsers.origin(data));
    PluginMetrics.decided(DENIED, decision.reason());
    events.write(
        recorded.event(time.at(start), paths, view, decision, DENIED, decision.reason(), 0));
  }

  /** Records that something is denied to everybody, whatever their rights. */
  public void recordRefusal(BrokerCall call, String principal, AuthenticationDataSource data) {
    SignInData signIn = SignInData.of(data);
    RecordedQuestion recorded =
        new RecordedQuestion(call, principal, signIn, call.question().kind());
    Decision decision = Decision.of(false, Reason.UNKNOWN_OPERATION);
    record(recorded, rights.view(), decision, DENIED, decision.reason(), System.nanoTime(), 0);
  }

  /**
   * The answer alone, not recorded; for checking connections that are already open. True while
   * observing, because nothing is then taken away from them.
   */
  public boolean wouldAllow(
      Question question, ResourceName on, String principal, String subscription, Origin origin) {
    return observing
        || decide(rights.view(), question, on, principal, subscription, origin).allowed();
  }

  /** The caller's origin, as far as the broker's data shows it. */
  public Origin origin(AuthenticationDataSource data) {
    return httpUsers.origin(data);
  }

  private Decision decide(RightsView view, BrokerCall call, String principal, Origin origin) {
    return decide(view, call.question(), call.resource(), principal, call.subscription(), origin);
  }

  /** What the principal may, if its token covers it too. */
  private Decision decide(
      RightsView view,
      Question question,
      ResourceName on,
      String principal,
      String subscription,
      Origin origin) {
    try {
      Decision decision = decideForPrincipal(view, question, on, principal, subscription, origin);
      TokenScope scope = principal == null ? null : origin.scope(principal);
      if (scope == null || !decision.allowed()) {
        return decision;
      }
      if (view == null) {
        return Decision.of(false, Reason.NOT_READY);
      }
      boolean covered =
          view.decisions().isCovered(scope, principal, question, on, subscription, view.time());
      return covered ? decision : Decision.of(false, Reason.TOKEN_SCOPE);
    } catch (RuntimeException e) {
      log.error("A decision failed and is a denial", e);
      return Decision.of(false, Reason.ERROR);
    }
  }

  private Decision decideForPrincipal(
      RightsView view,
      Question question,
      ResourceName on,
      String principal,
      String subscription,
      Origin origin) {
    if (principal != null && superUsers.get().contains(principal)) {
      return Decision.of(true, Reason.BROKER_SUPER_USER);
    }
    if (view == null) {
      return Decision.of(false, Reason.NOT_READY);
    }
    if (rights.isTooOld()) {
      return Decision.of(false, Reason.SNAPSHOT_TOO_OLD);
    }
    CachedDecisions decisions = view.decisions();
    IpAddress from =
        principal != null && decisions.dependOnAddress() ? origin.from(principal) : null;
    return decisions.decide(principal, question, on, subscription, from, view.time());
  }

  private void record(
      RecordedQuestion recorded,
      RightsView view,
      Decision decision,
      int dec,
      Reason reason,
      long start,
      long took) {
    PluginMetrics.decided(dec, reason);
    logAnswer(recorded, dec, reason);
    long micros = TimeUnit.NANOSECONDS.toMicros(took);
    events.write(recorded.event(time.at(start), paths, view, decision, dec, reason, micros));
  }

  private void logAnswer(RecordedQuestion recorded, int dec, Reason reason) {
    BrokerCall call = recorded.call();
    // The broker logs what the native provider denies. While observing, log only what the plugin
    // would deny.
    if (dec == OBSERVED || (dec == DENIED && !observing)) {
      denials.denied(
          recorded.principal(), call.operation(), call.resource(), call.question(), reason);
    } else if (dec == ALLOWED && granted.isDebugEnabled()) {
      granted.debug(
          "{} may {} on {}: {}",
          LogText.of(recorded.principal()),
          call.operation(),
          LogText.of(call.resource()),
          reason);
    }
  }
}
