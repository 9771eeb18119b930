package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.Answers;
import io.github.pulsarusercenter.PluginMetrics;
import io.github.pulsarusercenter.authentication.CredentialState;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import io.github.pulsarusercenter.snapshot.CurrentRights;
import io.github.pulsarusercenter.snapshot.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.RightsView;
import io.github.pulsarusercenter.snapshot.UserRights;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.pulsar.broker.service.Consumer;
import org.apache.pulsar.broker.service.Producer;
import org.apache.pulsar.broker.service.ServerCnx;
import org.apache.pulsar.common.naming.TopicName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is open in this broker, and what happens to it when rights change: whoever may no longer
 * produce or consume is re-asked by the broker itself, which disconnects exactly them; connections
 * whose sign-in was taken back are closed. Nobody else notices anything.
 */
public final class LiveConnections implements CurrentRights.Listener {
  private static final Logger log = LoggerFactory.getLogger(LiveConnections.class);
  private static final Question PRODUCE = Question.of("topic:PRODUCE");
  private static final Question CONSUME = Question.of("topic:CONSUME");
  private static final long RENEW_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final Answers answers;
  private final Supplier<Set<String>> superUsers;
  private final LongSupplier clock;
  private final Runnable whenEnforced;
  private final Map<ServerCnx, Map<Object, OpenUse>> open = new ConcurrentHashMap<>();
  private volatile long enforced;

  /**
   * @param superUsers broker.conf's superUserRoles as of now
   * @param clock in ms, never jumps
   * @param whenEnforced called when a new revision holds for everything that is open
   */
  public LiveConnections(
      Answers answers,
      Supplier<Set<String>> superUsers,
      LongSupplier clock,
      Runnable whenEnforced) {
    this.answers = answers;
    this.superUsers = superUsers;
    this.clock = clock;
    this.whenEnforced = whenEnforced;
  }

  public void connected(ServerCnx connection) {
    open.computeIfAbsent(connection, key -> new ConcurrentHashMap<>());
  }

  public void disconnected(ServerCnx connection) {
    open.remove(connection);
  }

  public void opened(ServerCnx connection, Producer producer) {
    ResourceName on = topic(producer.getTopic().getName());
    add(
        connection,
        new OpenUse(
            producer,
            "producer",
            PRODUCE,
            on,
            connection.getPrincipal(),
            null,
            SignInData.of(connection.getAuthenticationData()),
            producer::checkPermissionsAsync,
            new OpenUse.Times(clock.getAsLong())));
  }

  public void opened(ServerCnx connection, Consumer consumer) {
    ResourceName on = topic(consumer.getSubscription().getTopicName());
    add(
        connection,
        new OpenUse(
            consumer,
            "consumer",
            CONSUME,
            on,
            connection.getPrincipal(),
            consumer.getSubscription().getName(),
            SignInData.of(connection.getAuthenticationData()),
            consumer::checkPermissionsAsync,
            new OpenUse.Times(clock.getAsLong())));
  }

  public void closed(ServerCnx connection, Object client) {
    Map<Object, OpenUse> uses = open.get(connection);
    if (uses != null) {
      uses.remove(new Identity(client));
    }
  }

  /** Connections that are open now. */
  public int count() {
    return open.size();
  }

  /** The highest revision that everything open complies with. */
  public long enforcedRevision() {
    return enforced;
  }

  @Override
  public void rightsChanged(RightsView after) {
    List<CompletableFuture<Void>> cuts = new ArrayList<>();
    open.forEach(
        (connection, uses) -> {
          if (mustClose(connection, after.snapshot())) {
            cuts.add(close(connection));
          } else if (recheck(uses.values())) {
            cuts.add(settled(connection));
          }
        });
    long revision = after.snapshot().revision();
    CompletableFuture.allOf(cuts.toArray(CompletableFuture<?>[]::new))
        .whenComplete((done, failure) -> enforced(revision));
  }

  private void enforced(long revision) {
    synchronized (this) {
      enforced = Math.max(enforced, revision);
    }
    whenEnforced.run();
  }

  private static CompletableFuture<Void> close(ServerCnx connection) {
    PluginMetrics.cutOff("connection");
    log.info("Closing the connection of {}: its sign-in was taken back", connection.getPrincipal());
    CompletableFuture<Void> closed = new CompletableFuture<>();
    connection.ctx().close().addListener(done -> closed.complete(null));
    return closed;
  }

  /** Disconnecting runs on the connection's own thread, in order: what we add comes after it. */
  private static CompletableFuture<Void> settled(ServerCnx connection) {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    connection.execute(() -> settled.complete(null));
    return settled;
  }

  @Override
  public void timePassed() {
    recheckAll();
  }

  /** Looks at whatever is open; whoever may no longer be there is asked again by the broker. */
  public void recheckAll() {
    open.values().forEach(uses -> recheck(uses.values()));
  }

  /** Records once a day that a use goes on; called every minute. */
  public void renew() {
    long now = clock.getAsLong();
    for (Map<Object, OpenUse> uses : open.values()) {
      for (OpenUse use : uses.values()) {
        if (use.renewalDue(now, RENEW_MILLIS)) {
          answers.allows(
              use.question(),
              use.question().name(),
              use.on(),
              use.principal(),
              use.subscription(),
              use.data(),
              Answers.RENEWAL);
        }
      }
    }
  }

  private void add(ServerCnx connection, OpenUse use) {
    connected(connection);
    open.get(connection).put(new Identity(use.client()), use);
    // The rights may have changed between the broker's question and now.
    recheck(Set.of(use));
  }

  /** True when the broker was made to ask again for at least one. */
  private boolean recheck(Collection<OpenUse> uses) {
    boolean any = false;
    for (OpenUse use : uses) {
      boolean may =
          answers.wouldAllow(use.question(), use.on(), use.principal(), use.subscription());
      if (!may && use.recheckDue(clock.getAsLong())) {
        PluginMetrics.cutOff(use.what());
        use.recheck().get();
        any = true;
      }
    }
    return any;
  }

  private boolean mustClose(ServerCnx connection, PermissionSnapshot snapshot) {
    if (connection.getAuthState() instanceof CredentialState state && state.isRevoked()) {
      return true;
    }
    String principal = connection.getPrincipal();
    // Not signed in yet, or named in broker.conf: nothing to take back.
    if (principal == null || superUsers.get().contains(principal)) {
      return false;
    }
    UserRights user = snapshot.user(principal);
    return !isActive(user) || (user.main() != null && !isActive(snapshot.user(user.main())));
  }

  private static boolean isActive(UserRights user) {
    return user != null && user.isActive();
  }

  private static ResourceName topic(String name) {
    return ResourceName.topic(TopicName.get(name).getPartitionedTopicName());
  }

  /** Producers and consumers of the broker define equality by name; we mean the very object. */
  private record Identity(Object object) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Identity that && that.object == object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }
}
