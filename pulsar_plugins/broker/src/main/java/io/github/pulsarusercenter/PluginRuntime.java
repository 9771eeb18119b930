package io.github.pulsarusercenter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.authentication.PasswordVerifier;
import io.github.pulsarusercenter.authentication.SignInRecorder;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.authentication.Visitors;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.Drop;
import io.github.pulsarusercenter.events.EventCounts;
import io.github.pulsarusercenter.revocation.ConnectionQuestion;
import io.github.pulsarusercenter.revocation.LiveConnections;
import io.github.pulsarusercenter.snapshot.CurrentRights;
import io.github.pulsarusercenter.snapshot.RightsView;
import io.github.pulsarusercenter.snapshot.SnapshotFile;
import io.github.pulsarusercenter.snapshot.SnapshotRefresher;
import io.github.pulsarusercenter.snapshot.Standing;
import io.github.pulsarusercenter.snapshot.WindowTimer;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the providers and the interceptor of one broker share: rights in force, client, threads,
 * events. The first to need it starts it, the last to close ends it.
 */
public final class PluginRuntime {
  /** The plugin's own version, as told to the center. */
  static final String VERSION = "0.1.0";

  private static final Logger log = LoggerFactory.getLogger(PluginRuntime.class);
  private static final Logger DENIED =
      LoggerFactory.getLogger(UserCenterAuthorizationProvider.class.getName() + ".deny");
  private static final Map<PluginSettings, PluginRuntime> RUNNING = new HashMap<>();
  private static final long FEED_PATIENCE_MILLIS = 30_000;
  private static final long LEAVE_MILLIS = 10_000;

  private final PluginSettings settings;
  private final CenterTime time = new CenterTime(System::nanoTime, System::currentTimeMillis);

  /** For how long ago something was; never jumps. */
  private final LongSupplier monotonicMillis =
      () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());

  /** Short, for it stands in every access event. */
  private final String boot = Long.toUnsignedString(new SecureRandom().nextLong(), 36);

  private final ServiceConfiguration conf;
  private final ServiceKind kind;
  private final String broker;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor scheduler;
  private final UserCenterClient client;
  private final CurrentRights rights;
  private final SnapshotRefresher refresher;
  private final AccessEventWriter events;
  private final HeartbeatSender heartbeat;
  private final EnforcedRevision enforced;
  private final WindowTimer windows;
  private final SignInRecorder signIns;
  private final DenialLog denials;
  private final DenialLog refusals;
  private final Visitors visitors = new Visitors();
  private final List<PasswordVerifier> passwordVerifiers = new CopyOnWriteArrayList<>();
  private final List<Runnable> checks = new CopyOnWriteArrayList<>();

  /** A broker that stops does not close its authorization provider (4.0.8): nothing else calls. */
  private final Thread atJvmEnd = new Thread(this::endWithJvm, "user-center-events-end");

  private volatile LiveConnections live;
  private volatile boolean asked = true;
  private int users;

  private PluginRuntime(PluginSettings settings, ServiceConfiguration conf) throws IOException {
    this.settings = settings;
    this.conf = conf;
    kind = ServiceKind.of(conf);
    broker = BrokerName.of(conf);
    ClusterCredential credential = new ClusterCredential(settings.credentialFile());
    threads = DaemonThreads.pool();
    scheduler = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("user-center-tick"));
    client = new UserCenterClient(settings, credential, time::stated);
    DecisionOptions options =
        new DecisionOptions(settings.subscriptionTopics(), settings.listForTopicHolders());
    rights =
        new CurrentRights(
            new DecisionEngine(options), settings.snapshotMaxAgeSeconds(), System::nanoTime, time);
    windows = new WindowTimer(rights);
    refresher =
        new SnapshotRefresher(
            client,
            rights,
            new SnapshotFile(settings.snapshotFile(), settings.cluster(), credential),
            settings.cluster(),
            PluginMetrics::refreshFailed,
            FEED_PATIENCE_MILLIS,
            time,
            System::nanoTime);
    events =
        new AccessEventWriter(settings.events(), broker, boot, settings.eventsQueueSize(), time);
    heartbeat =
        new HeartbeatSender(
            client, this::report, settings.heartbeatSeconds(), refresher::reconnect);
    denials = new DenialLog(DENIED, settings.issuer(), isObserving(), monotonicMillis);
    refusals = new DenialLog(SignInRecorder.REFUSED, settings.issuer(), false, monotonicMillis);
    enforced = new EnforcedRevision(rights, this::enforcedHere, heartbeat::now);
    signIns = new SignInRecorder(events, rights, settings.cluster(), time, refusals);
  }

  /**
   * The runtime of this broker; started when it is not running yet. Each call needs one {@link
   * #release()}.
   *
   * @throws IOException with a sentence for each wrong setting: the broker then does not start
   */
  public static PluginRuntime acquire(ServiceConfiguration conf) throws IOException {
    PluginSettings settings = PluginSettings.read(conf::getProperty, conf.getClusterName());
    synchronized (RUNNING) {
      PluginRuntime runtime = RUNNING.get(settings);
      if (runtime == null) {
        runtime = new PluginRuntime(settings, conf);
        runtime.start();
        RUNNING.put(settings, runtime);
      }
      runtime.users++;
      return runtime;
    }
  }

  /** Ends the runtime when nobody else uses it. */
  public void release() {
    synchronized (RUNNING) {
      if (--users > 0) {
        return;
      }
      RUNNING.remove(settings);
    }
    stop();
  }

  private void start() {
    StartWarnings.of(conf, PulsarVersion.getVersion()).forEach(log::warn);
    asked = kind != ServiceKind.BROKER || StartWarnings.asksUs(conf);
    events.start();
    Runtime.getRuntime().addShutdownHook(atJvmEnd);
    refresher.whenAsked(this::answer);
    refresher.start();
    log.info(
        "Pulsar User Center plugin {} in Pulsar {}: {} on cluster {} with revision {}; {}",
        VERSION,
        PulsarVersion.getVersion(),
        enforces() ? "enforces" : "only OBSERVES",
        settings.cluster(),
        rights.revision() == 0 ? "none yet" : rights.revision(),
        settings);
    rights.addListener(new WhenChanged());
    time.whenMoved(windows::wake);
    windows.start();
    heartbeat.start();
    scheduler.scheduleWithFixedDelay(this::everySecond, 1, 1, TimeUnit.SECONDS);
    scheduler.scheduleWithFixedDelay(this::everyMinute, 1, 1, TimeUnit.MINUTES);
  }

  private void stop() {
    scheduler.shutdownNow();
    windows.close();
    if (servesNobody()) {
      heartbeat.goodbye();
    } else {
      heartbeat.close();
    }
    refresher.close();
    passwordVerifiers.forEach(PasswordVerifier::close);
    events.close();
    threads.shutdownNow();
    try {
      Runtime.getRuntime().removeShutdownHook(atJvmEnd);
    } catch (IllegalStateException e) {
      log.debug("The JVM is ending already", e);
    }
  }

  private void endWithJvm() {
    // What was taken away a moment ago must not be there again after a restart without the center.
    refresher.storeNow();
    events.close();
    leave();
  }

  /**
   * Says goodbye when nobody is connected any more: until then the broker serves, and a center that
   * took it for gone would confirm too early.
   */
  private void leave() {
    LiveConnections watched = live;
    long until = monotonicMillis.getAsLong() + LEAVE_MILLIS;
    try {
      while (watched != null && watched.count() > 0 && monotonicMillis.getAsLong() < until) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (servesNobody()) {
      heartbeat.goodbye();
    }
  }

  /** A proxy opens nothing itself: the brokers decide, and know what is open. */
  private boolean servesNobody() {
    LiveConnections watched = live;
    return watched == null ? kind != ServiceKind.BROKER : watched.count() == 0;
  }

  /** The center asked what is open here; answered on a thread that may wait for it. */
  private void answer(JsonNode question) {
    try {
      threads.execute(() -> sendAnswer(ConnectionQuestion.parse(question)));
    } catch (RejectedExecutionException e) {
      log.warn("No thread is free to answer the center about live connections");
    }
  }

  private void sendAnswer(ConnectionQuestion question) {
    LiveConnections watched = live;
    ObjectNode body = watched == null ? question.unfollowed() : question.answer(watched);
    try {
      client.connections(body.put("broker", broker).put("boot", boot));
    } catch (IOException e) {
      log.warn("The user center took no answer about live connections: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Follows the broker's connections from now on. */
  LiveConnections watchConnections() {
    LiveConnections watched =
        new LiveConnections(
            answers(conf::getSuperUserRoles),
            rights::snapshot,
            conf::getSuperUserRoles,
            monotonicMillis,
            time,
            enforced::changed);
    live = watched;
    if (isObserving()) {
      // What is open is counted and renewed; nothing is taken away from it.
      return watched;
    }
    checks.add(watched::recheckAll);
    heartbeat.now();
    rights.addListener(watched);
    RightsView current = rights.view();
    if (current != null) {
      watched.rightsChanged(current);
    }
    return watched;
  }

  /** Whether the broker has started our interceptor. */
  boolean watchesConnections() {
    return live != null;
  }

  /** Whether the native provider answers and we only look on. */
  boolean isObserving() {
    return settings.mode() == PluginSettings.Mode.OBSERVE;
  }

  /** False where another provider answers: because we observe, or because we are not asked. */
  private boolean enforces() {
    return asked && !isObserving();
  }

  /** Whether what a revocation takes away ends here, too, and not only what is asked after it. */
  private boolean kicks() {
    return kind.kicks(live != null && !isObserving(), conf);
  }

  Answers answers(Supplier<Set<String>> superUsers) {
    return new Answers(
        rights, events, settings.cluster(), superUsers, time, denials, isObserving());
  }

  /** Has something done every second. */
  void everySecond(Runnable check) {
    checks.add(check);
  }

  PasswordVerifier passwordVerifier(SignInRules rules) {
    PasswordVerifier verifier =
        new PasswordVerifier(
            client,
            rules,
            settings.authenticateConcurrency(),
            settings.authenticateTimeoutMillis(),
            TimeUnit.SECONDS.toMillis(settings.passwordCacheSeconds()),
            monotonicMillis);
    passwordVerifiers.add(verifier);
    return verifier;
  }

  /** Which revision the center may count on. */
  EnforcedRevision enforced() {
    return enforced;
  }

  public PluginSettings settings() {
    return settings;
  }

  public CurrentRights rights() {
    return rights;
  }

  public SignInRecorder signIns() {
    return signIns;
  }

  /** Who came over HTTP lately. */
  public Visitors visitors() {
    return visitors;
  }

  UserCenterClient client() {
    return client;
  }

  Executor threads() {
    return threads;
  }

  /** What time it is at the center. */
  public CenterTime time() {
    return time;
  }

  /** A clock in ms that never jumps, for how long ago something was. */
  LongSupplier monotonicMillis() {
    return monotonicMillis;
  }

  private void everySecond() {
    try {
      refresher.tick();
      time.tick();
      PluginMetrics.showTime(time.isConfirmed(), time.skewMillis(), time.heldMillis());
      LiveConnections watched = live;
      int connections = watched == null ? 0 : watched.count();
      PluginMetrics.show(enforces(), kicks(), connections);
      PluginMetrics.show(rights.revision(), rights.ageSeconds());
      PluginMetrics.show(events);
      // A net below the listeners: whatever is open and may no longer be is asked again.
      rights.passTime();
      checks.forEach(Runnable::run);
    } catch (RuntimeException e) {
      log.error("The plugin's tick failed, going on", e);
    }
  }

  private void everyMinute() {
    denials.sumUp();
    refusals.sumUp();
    LiveConnections watched = live;
    if (watched != null) {
      try {
        watched.renew();
      } catch (RuntimeException e) {
        log.error("Renewing open uses failed, going on", e);
      }
    }
  }

  /** What holds for everything that is open. */
  private Standing enforcedHere() {
    LiveConnections watched = live;
    boolean unwatched = watched == null || isObserving();
    return unwatched ? rights.standing() : watched.enforced();
  }

  private ObjectNode report() {
    LiveConnections watched = live;
    ObjectNode body = HeartbeatSender.body();
    body.put("broker", broker).put("boot", boot).put("plugin", VERSION);
    body.put("pulsar", PulsarVersion.getVersion());
    Standing standing = enforced.standing();
    body.put("revision", standing.revision());
    body.put("epoch", standing.epoch()).put("mark", standing.mark());
    body.put("source", client.address().getAuthority());
    PluginSettings.Mode mode = enforces() ? settings.mode() : PluginSettings.Mode.OBSERVE;
    body.put("mode", mode.name().toLowerCase(Locale.ROOT));
    body.put("service", kind.label()).put("kicks", kicks());
    body.put("snapshot_at", time.getAsLong() - (long) (Math.max(0, rights.ageSeconds()) * 1000));
    EventCounts counts = events.counts();
    body.put("events_written", counts.written()).put("events_dropped", counts.dropped());
    ObjectNode drops = body.putObject("drops");
    for (Drop reason : Drop.values()) {
      drops.put(reason.label(), counts.dropped(reason));
    }
    body.put("event_files_deleted", events.deletedFiles());
    body.put("connections", watched == null ? 0 : watched.count());
    // Until when it decides on these rights if it loses the center.
    body.put("max_age_seconds", settings.snapshotMaxAgeSeconds());
    return body;
  }

  private final class WhenChanged implements CurrentRights.Listener {
    @Override
    public void rightsChanged(RightsView after) {
      windows.wake();
      if (live == null || isObserving()) {
        enforced.changed();
      }
    }

    @Override
    public void timePassed() {
      // The center knows the time; there is nothing to report.
    }
  }
}
