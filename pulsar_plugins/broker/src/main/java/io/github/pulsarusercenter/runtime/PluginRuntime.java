package io.github.pulsarusercenter.runtime;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.PasswordVerifier;
import io.github.pulsarusercenter.authentication.PasswordVerifiers;
import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.authentication.SignInRecorder;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.heartbeat.ConnectionAnswers;
import io.github.pulsarusercenter.heartbeat.Departure;
import io.github.pulsarusercenter.heartbeat.EnforcedRevision;
import io.github.pulsarusercenter.heartbeat.FollowedConnections;
import io.github.pulsarusercenter.permissions.PlaceReports;
import io.github.pulsarusercenter.revocation.LiveConnections;
import io.github.pulsarusercenter.settings.BrokerName;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.settings.ServiceKind;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.prometheus.client.Counter;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * The state that the providers and the interceptor of one broker share: rights in force, client,
 * threads, events. The first user starts it, the last to close ends it.
 */
public final class PluginRuntime {
  private static final RunningPlugins RUNNING = new RunningPlugins();

  private final PluginSettings settings;

  /** For measuring durations; never jumps. */
  private final LongSupplier monotonicMillis =
      () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());

  /** Short, because it is in every access event. */
  private final String boot = Long.toUnsignedString(new SecureRandom().nextLong(), 36);

  private final ServiceConfiguration conf;
  private final ServiceKind kind;
  private final String broker;
  private final RightsFeed feed;
  private final ThreadPoolExecutor threads;
  private final Ticks ticks = new Ticks(this::everySecond, this::everyMinute);
  private final AccessEventWriter events;
  private final Reports reports;
  private final SignInRecorder signIns;
  private final DenialLogs denials;
  private final RecentHttpUsers httpUsers = new RecentHttpUsers();
  private final PasswordVerifiers passwordVerifiers;
  private final FollowedConnections open;
  private final PlaceReports placeReports;

  private final Departure departure = new Departure(this::endWithJvm);

  private volatile boolean authorizing = true;

  PluginRuntime(PluginSettings settings, ServiceConfiguration conf) throws IOException {
    this.settings = settings;
    this.conf = conf;
    kind = ServiceKind.of(conf);
    broker = BrokerName.of(conf);
    threads = DaemonThreads.pool();
    feed = new RightsFeed(settings);
    CurrentRights rights = feed.rights;
    events =
        new AccessEventWriter(
            settings.events(), broker, boot, settings.eventsQueueSize(), feed.time);
    open = new FollowedConnections(conf, kind, rights, isObserving());
    placeReports =
        new PlaceReports(feed.client, threads, rights, feed.file, monotonicMillis, feed.time);
    passwordVerifiers = new PasswordVerifiers(feed.client, settings, monotonicMillis);
    denials = DenialLogs.of(settings.issuer(), isObserving(), monotonicMillis);
    signIns = new SignInRecorder(events, rights, settings.cluster(), feed.time, denials.refused());
    reports =
        new Reports(settings, broker, boot, kind, feed, events, signIns, open, this::enforces);
  }

  /**
   * The runtime of this broker; starts it if needed. Each call needs one {@link #release()}.
   *
   * @throws IOException with a sentence for each wrong setting, or for what the class path lacks:
   *     the broker then does not start
   */
  public static PluginRuntime acquire(ServiceConfiguration conf) throws IOException {
    try {
      // Of libraries that are first used by a question, which would fail then.
      List.of(Caffeine.class, Counter.class);
      return RUNNING.acquire(PluginSettings.read(conf::getProperty, conf.getClusterName()), conf);
    } catch (LinkageError e) {
      throw new IOException(
          "Pulsar User Center: the class path of Pulsar "
              + PulsarVersion.getVersion()
              + " lacks what this plugin needs ("
              + e
              + "). Run a Pulsar that docs/operators/broker.md lists, or a newer plugin.",
          e);
    }
  }

  /** Ends the runtime when it has no other users. */
  public void release() {
    if (RUNNING.isLast(this)) {
      stop();
    }
  }

  void start() {
    StartLines.warn(conf);
    authorizing = kind != ServiceKind.BROKER || StartWarnings.usesOurProvider(conf);
    if (kind == ServiceKind.WEBSOCKET || conf.isWebSocketServiceEnabled()) {
      httpUsers.start();
    }
    events.start();
    departure.registerHook();
    ConnectionAnswers connectionAnswers = new ConnectionAnswers(feed.client, threads, broker, boot);
    feed.start(question -> connectionAnswers.answer(question, open.live()));
    placeReports.restore();
    ticks.everySecond(placeReports::send);
    StartLines.logSettings(settings, enforces(), rights().revision());
    rights().addListener(this::rightsChanged);
    feed.startWindows();
    reports.heartbeat.start();
    ticks.start();
  }

  private void stop() {
    ticks.close();
    feed.windows.close();
    reports.close();
    feed.refresher.close();
    passwordVerifiers.close();
    events.close();
    threads.shutdownNow();
    placeReports.send(); // writes what waits: no thread sends any longer
    departure.removeHook();
  }

  private void endWithJvm() {
    // A right that was revoked a moment ago must not return after a restart without the center.
    feed.refresher.storeNow();
    events.close();
    Departure.sayGoodbyeWhenIdle(
        open, conf.getBrokerShutdownTimeoutMs(), reports.heartbeat::goodbye);
  }

  /** Follows the broker's connections from now on. */
  public LiveConnections watchConnections() {
    LiveConnections live =
        new LiveConnections(
            answers(conf::getSuperUserRoles),
            rights()::snapshot,
            conf::getSuperUserRoles,
            monotonicMillis,
            time(),
            enforced()::changed);
    open.follow(live);
    if (isObserving()) {
      // While observing, connections are counted and renewed, never ended.
      return live;
    }
    ticks.everySecond(live::recheckAll);
    reports.heartbeat.now();
    rights().addListener(live);
    RightsView current = rights().view();
    if (current != null) {
      live.rightsChanged(current);
    }
    return live;
  }

  /** Whether the broker has started our interceptor. */
  public boolean watchesConnections() {
    return open.live() != null;
  }

  /** Whether this is a Pulsar proxy: brokers behind it may see its credential alone. */
  public boolean isProxy() {
    return kind == ServiceKind.PROXY;
  }

  /** Whether the native provider answers and the plugin only records. */
  public boolean isObserving() {
    return settings.mode() == PluginSettings.Mode.OBSERVE;
  }

  /** Whether the broker asks our authorization provider. */
  public boolean isAuthorizing() {
    return authorizing;
  }

  /**
   * False where another provider answers: while observing, or when broker.conf names another
   * provider.
   */
  private boolean enforces() {
    return authorizing && !isObserving();
  }

  public Answers answers(Supplier<Set<String>> superUsers) {
    return new Answers(
        rights(),
        events,
        settings.cluster(),
        superUsers,
        time(),
        denials.denied(),
        isObserving(),
        httpUsers);
  }

  /** Adds a check that runs every second. */
  public void everySecond(Runnable check) {
    ticks.everySecond(check);
  }

  public PasswordVerifier passwordVerifier(SignInRules rules) {
    return passwordVerifiers.make(rules);
  }

  /** The revision that is reported as enforced. */
  public EnforcedRevision enforced() {
    return reports.enforced;
  }

  public PluginSettings settings() {
    return settings;
  }

  /** One for all providers of the broker. */
  public PlaceReports placeReports() {
    return placeReports;
  }

  public CurrentRights rights() {
    return feed.rights;
  }

  public SignInRecorder signIns() {
    return signIns;
  }

  /** The users that came over HTTP lately. */
  public RecentHttpUsers httpUsers() {
    return httpUsers;
  }

  public UserCenterClient client() {
    return feed.client;
  }

  public Executor threads() {
    return threads;
  }

  /** The center's time. */
  public CenterTime time() {
    return feed.time;
  }

  /** A clock in ms that never jumps, for measuring durations. */
  public LongSupplier monotonicMillis() {
    return monotonicMillis;
  }

  private void everySecond() {
    feed.tick();
    reports.updateMetrics();
    // A safety net besides the window timer: lets windows open and close that are due.
    rights().passTime();
  }

  private void everyMinute() {
    denials.sumUp();
    open.renew();
  }

  /** Reports new rights. Ended windows are not reported, because the center knows the time. */
  private void rightsChanged(RightsView after) {
    feed.windows.wake();
    if (!open.endsConnections()) {
      enforced().changed();
    }
  }
}
