package io.github.pulsarusercenter.metrics;

import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.DropReason;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.Refusal;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;

/**
 * The plugin's metrics in the default registry, which the broker exposes at /metrics. The children
 * of the decision counter are cached, because a look-up by label allocates.
 */
public final class PluginMetrics {
  private static final Counter DECISIONS =
      Counter.build("pulsar_user_center_decisions", "Answers to the broker's questions.")
          .labelNames("result", "reason")
          .register();
  private static final Counter SIGN_INS =
      Counter.build("pulsar_user_center_sign_ins", "Sign-ins by method, result and reason.")
          .labelNames("method", "result", "reason")
          .register();
  private static final Histogram SIGN_IN_SECONDS =
      Histogram.build("pulsar_user_center_sign_in_seconds", "Time to verify a credential.")
          .labelNames("method")
          .buckets(.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5)
          .register();
  private static final Counter REFRESH_FAILURES =
      Counter.build("pulsar_user_center_refresh_failures", "Failures to follow the center.")
          .register();
  private static final Counter ANSWERS_REFUSED =
      Counter.build(
              "pulsar_user_center_answers_refused",
              "Answers of the center's address that were too large, no snapshot, or of another sort.")
          .register();
  private static final Gauge CENTER_BEHIND =
      Gauge.build(
              "pulsar_user_center_center_behind",
              "1 while the center does not know the revision in force here: was it restored?")
          .register();
  private static final Counter STORE_FAILURES =
      Counter.build("pulsar_user_center_store_failures", "Failures to store the rights on disk.")
          .register();
  private static final Counter STORED_REFUSED =
      Counter.build("pulsar_user_center_stored_refused", "Stored rights that could not be trusted.")
          .register();
  private static final Counter HEARTBEAT_FAILURES =
      Counter.build("pulsar_user_center_heartbeat_failures", "Heartbeats the center did not take.")
          .register();
  private static final Counter CUT_OFF =
      Counter.build("pulsar_user_center_cut_off", "Clients re-asked or closed after a revocation.")
          .labelNames("what")
          .register();
  private static final Gauge REVISION =
      Gauge.build("pulsar_user_center_snapshot_revision", "Revision in force; 0 for none.")
          .register();
  private static final Gauge AGE =
      Gauge.build(
              "pulsar_user_center_snapshot_age_seconds",
              "Seconds since the center confirmed the rights in force; -1 for none.")
          .register();
  private static final Gauge TIME_CONFIRMED =
      Gauge.build(
              "pulsar_user_center_time_confirmed",
              "1 when the center has stated its time since the start, else 0.")
          .register();
  private static final Gauge CLOCK_SKEW =
      Gauge.build(
              "pulsar_user_center_clock_skew_seconds",
              "How far this machine's clock is ahead of the center's; negative: behind.")
          .register();
  private static final Gauge TIME_HELD =
      Gauge.build(
              "pulsar_user_center_time_held_seconds",
              "How far the center's clock is behind what it stated before; time stands still.")
          .register();
  private static final Gauge EVENTS_WRITTEN =
      Gauge.build(
              "pulsar_user_center_events_written", "Access event lines written since the start.")
          .register();
  private static final Gauge EVENTS_DROPPED =
      Gauge.build("pulsar_user_center_events_dropped", "Access events lost since the start.")
          .labelNames("reason")
          .register();
  private static final Gauge EVENTS_QUEUED =
      Gauge.build("pulsar_user_center_events_queued", "Access events waiting to be written.")
          .register();
  private static final Gauge EVENT_FILES_DELETED =
      Gauge.build(
              "pulsar_user_center_event_files_deleted",
              "Old access event files deleted since the start.")
          .register();
  private static final Gauge EVENT_BYTES_DELETED =
      Gauge.build("pulsar_user_center_event_bytes_deleted", "Bytes of the files deleted.")
          .register();
  private static final Gauge CONNECTIONS =
      Gauge.build(
              "pulsar_user_center_connections",
              "Client connections that are open; 0 without the interceptor.")
          .register();
  private static final Gauge ENFORCING =
      Gauge.build(
              "pulsar_user_center_enforcing",
              "1 when the plugin's answers count, 0 when it only observes.")
          .register();
  private static final Gauge KICKS =
      Gauge.build(
              "pulsar_user_center_kicks",
              "1 when a revocation ends what was open before, 0 when that may go on.")
          .register();

  private static final String[] RESULTS = {"", "allowed", "denied", "observed"};
  private static final Counter.Child[][] DECIDED =
      new Counter.Child[RESULTS.length][Reason.values().length];
  private static final Counter.Child PROXY = DECISIONS.labels("allowed", "PROXY_ROLE");

  private PluginMetrics() {}

  /**
   * @param dec as in the access events: 1 allowed, 2 denied, 3 observed
   */
  public static void decided(int dec, Reason reason) {
    Counter.Child child = DECIDED[dec][reason.ordinal()];
    if (child == null) {
      // Two threads may both do this; the registry returns the same child.
      child = DECISIONS.labels(RESULTS[dec], reason.name());
      DECIDED[dec][reason.ordinal()] = child;
    }
    child.inc();
  }

  public static void proxyPassed() {
    PROXY.inc();
  }

  /**
   * @param refusal null for a success
   */
  public static void signIn(String method, Refusal refusal, long nanos) {
    String reason = refusal == null ? "VERIFIED" : refusal.name();
    SIGN_INS.labels(method, refusal == null ? "allowed" : "denied", reason).inc();
    SIGN_IN_SECONDS.labels(method).observe(nanos / 1e9);
  }

  public static void refreshFailed() {
    REFRESH_FAILURES.inc();
  }

  /** An answer from the center's address was refused. */
  public static void answerRefused() {
    ANSWERS_REFUSED.inc();
  }

  /** Shows whether the center does not know the revision in force here. */
  public static void centerBehind(boolean behind) {
    CENTER_BEHIND.set(behind ? 1 : 0);
  }

  public static void storeFailed() {
    STORE_FAILURES.inc();
  }

  public static void storedRefused() {
    STORED_REFUSED.inc();
  }

  public static void heartbeatFailed() {
    HEARTBEAT_FAILURES.inc();
  }

  /**
   * @param what {@code producer}, {@code consumer}, {@code connection} or {@code namespace}
   */
  public static void cutOff(String what) {
    CUT_OFF.labels(what).inc();
  }

  /** Called every second. */
  public static void showTime(boolean confirmed, long skewMillis, long behindMillis) {
    TIME_CONFIRMED.set(confirmed ? 1 : 0);
    CLOCK_SKEW.set(skewMillis / 1e3);
    TIME_HELD.set(behindMillis / 1e3);
  }

  /** Called every second. */
  public static void show(boolean enforcing, boolean kicks, int connections) {
    ENFORCING.set(enforcing ? 1 : 0);
    KICKS.set(kicks ? 1 : 0);
    CONNECTIONS.set(connections);
  }

  /** Called every second. */
  public static void show(long revision, double ageSeconds) {
    REVISION.set(revision);
    AGE.set(ageSeconds);
  }

  /** Called every second. */
  public static void show(AccessEventWriter events) {
    EVENTS_WRITTEN.set(events.counts().written());
    for (DropReason reason : DropReason.values()) {
      EVENTS_DROPPED.labels(reason.label()).set(events.counts().dropped(reason));
    }
    EVENTS_QUEUED.set(events.queued());
    EVENT_FILES_DELETED.set(events.deletedFiles());
    EVENT_BYTES_DELETED.set(events.deletedBytes());
  }
}
