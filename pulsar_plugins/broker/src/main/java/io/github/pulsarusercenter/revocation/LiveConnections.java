package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.Answers;
import io.github.pulsarusercenter.PluginMetrics;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is open in this broker, and what happens to it when rights change or a window ends: whoever
 * may no longer produce or consume is re-asked by the broker itself, which disconnects exactly
 * them; connections whose sign-in was taken back are closed. Nobody else notices anything.
 */
public final class LiveConnections implements CurrentRights.Listener {
  private static final Logger log = LoggerFactory.getLogger(LiveConnections.class);
  private static final long RENEW_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final Answers answers;
  private final Supplier<Set<String>> superUsers;
  private final LongSupplier clock;
  private final Runnable whenEnforced;
  private final Map<Connection, Map<Identity, OpenUse>> open = new ConcurrentHashMap<>();
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

  public void connected(Connection connection) {
    open.computeIfAbsent(connection, key -> new ConcurrentHashMap<>());
  }

  public void disconnected(Connection connection) {
    open.remove(connection);
  }

  public void opened(Connection connection, OpenUse use) {
    use.begin(clock.getAsLong());
    open.computeIfAbsent(connection, key -> new ConcurrentHashMap<>())
        .put(new Identity(use.client()), use);
    // The rights may have changed between the broker's question and now.
    recheck(connection, Set.of(use));
  }

  public void closed(Connection connection, Object client) {
    Map<Identity, OpenUse> uses = open.get(connection);
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
            PluginMetrics.cutOff("connection");
            log.info("Closing the connection of {}: no longer signed in", connection.principal());
            cuts.add(connection.close());
          } else if (recheck(connection, uses.values())) {
            cuts.add(connection.settled());
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

  @Override
  public void timePassed() {
    recheckAll();
  }

  /** Looks at whatever is open; whoever may no longer be there is asked again by the broker. */
  public void recheckAll() {
    open.forEach((connection, uses) -> recheck(connection, uses.values()));
  }

  /** Records once a day that a use goes on; called every minute. */
  public void renew() {
    long now = clock.getAsLong();
    open.forEach(
        (connection, uses) -> {
          for (OpenUse use : uses.values()) {
            if (use.renewalDue(now, RENEW_MILLIS)) {
              answers.allows(
                  use.question(),
                  use.question().name(),
                  use.on(),
                  connection.principal(),
                  use.subscription(),
                  connection.signIn(),
                  Answers.RENEWAL);
            }
          }
        });
  }

  /** True when the broker was made to ask again for at least one. */
  private boolean recheck(Connection connection, Collection<OpenUse> uses) {
    boolean any = false;
    String principal = connection.principal();
    for (OpenUse use : uses) {
      boolean may = answers.wouldAllow(use.question(), use.on(), principal, use.subscription());
      if (!may && use.recheckDue(clock.getAsLong())) {
        PluginMetrics.cutOff(use.what());
        use.recheck();
        any = true;
      }
    }
    return any;
  }

  private boolean mustClose(Connection connection, PermissionSnapshot snapshot) {
    if (connection.isSignInRevoked()) {
      return true;
    }
    String principal = connection.principal();
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
