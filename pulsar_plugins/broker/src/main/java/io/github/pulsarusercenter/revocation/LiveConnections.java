package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.github.pulsarusercenter.snapshot.rights.ChangeScope;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies changed rights and ended windows to the open connections of this broker. For every
 * producer and consumer that is no longer allowed, the broker is made to check its permission
 * again, and disconnects it. Connections whose sign-in was revoked are closed. Other clients notice
 * nothing.
 */
public final class LiveConnections implements CurrentRights.Listener {
  private static final Logger log = LoggerFactory.getLogger(LiveConnections.class);
  private static final long RENEW_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final Answers answers;
  private final Supplier<PermissionSnapshot> rights;
  private final Supplier<Set<String>> superUsers;
  private final LongSupplier clock;
  private final LongSupplier time;
  private final Runnable whenEnforced;
  private final OpenConnections open;
  private final Object sequence = new Object();
  private CompletableFuture<Void> cutsSoFar = CompletableFuture.completedFuture(null);
  private volatile RightsPosition enforced = RightsPosition.NOWHERE;
  private long turns;
  private long enforcedTurn;
  private volatile Runnable finder = () -> {};

  /**
   * @param rights the snapshot in force; null before the first
   * @param superUsers broker.conf's superUserRoles as of now
   * @param clock in ms, never jumps
   * @param time epoch ms at the center
   * @param whenEnforced called when everything open complies with a new revision
   */
  public LiveConnections(
      Answers answers,
      Supplier<PermissionSnapshot> rights,
      Supplier<Set<String>> superUsers,
      LongSupplier clock,
      LongSupplier time,
      Runnable whenEnforced) {
    this.answers = answers;
    this.rights = rights;
    this.superUsers = superUsers;
    this.clock = clock;
    this.time = time;
    this.whenEnforced = whenEnforced;
    this.open = new OpenConnections(rights);
  }

  /**
   * Sets an action that runs first on every change of the rights. It finds connections without
   * callbacks (WebSocket sessions) before a revision counts as enforced.
   */
  public void runFirst(Runnable finder) {
    this.finder = finder;
  }

  public void connected(Connection connection) {
    follow(connection, time.getAsLong());
    closeIfRevoked(connection);
  }

  public void disconnected(Connection connection) {
    open.remove(connection);
  }

  public void opened(Connection connection, OpenUse use) {
    long epoch = time.getAsLong();
    use.begin(clock.getAsLong(), epoch);
    OpenConnection followed = follow(connection, epoch);
    followed.add(use);
    // Rights and sign-in may have changed since the broker asked.
    if (!closeIfRevoked(connection) && !mayStay(followed, use)) {
      recheck(followed, use);
    }
  }

  /**
   * Drops a connection that was closed while a client was opened on it, because no callback reports
   * that again.
   */
  private OpenConnection follow(Connection connection, long epoch) {
    OpenConnection followed = open.of(connection, epoch);
    if (!connection.isOpen()) {
      open.remove(connection);
    }
    return followed;
  }

  public void closed(Connection connection, Object client) {
    OpenConnection followed = open.find(connection);
    if (followed != null) {
      followed.remove(client);
    }
  }

  /** Connections that are open now. */
  public int count() {
    return open.count();
  }

  /** The open connections, for {@link ConnectionQuestion}. */
  OpenConnections open() {
    return open;
  }

  /** The newest position that everything open complies with. */
  public RightsPosition enforced() {
    return enforced;
  }

  @Override
  public void rightsChanged(RightsView after) {
    rightsChanged(after, ChangeScope.EVERYTHING);
  }

  @Override
  public void rightsChanged(RightsView after, ChangeScope scope) {
    finder.run();
    PermissionSnapshot snapshot = after.snapshot();
    List<CompletableFuture<Void>> cuts = new ArrayList<>();
    if (scope.signIns() && !scope.everything()) {
      // A change names a revoked token by its id only, not its user. There is no index by token,
      // because a connection may replace its token while it lasts.
      open.all().forEach(followed -> closeIfRevoked(followed, snapshot, cuts));
    }
    open.concerned(scope).forEach(followed -> comply(followed, snapshot, cuts));
    whenCut(cuts, snapshot.position());
  }

  /**
   * A revision is enforced when it and all earlier ones are, so a slow disconnect of an earlier
   * revision delays it.
   */
  private void whenCut(List<CompletableFuture<Void>> cuts, RightsPosition position) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(cuts.toArray(CompletableFuture<?>[]::new));
    CompletableFuture<Void> done;
    long turn;
    synchronized (sequence) {
      turn = ++turns;
      done = CompletableFuture.allOf(cutsSoFar, all);
      cutsSoFar = done;
    }
    done.whenComplete(
        (nothing, failure) -> {
          synchronized (sequence) {
            // Ordered by turn, not by revision: a new epoch may begin with a lower revision.
            if (turn > enforcedTurn) {
              enforcedTurn = turn;
              enforced = goesBack(position) ? enforced : position;
            }
          }
          whenEnforced.run();
        });
  }

  /** True when another thread read older rights and reports them late. */
  private boolean goesBack(RightsPosition position) {
    return position.revision() < enforced.revision() && !enforced.isOtherEpoch(position.epoch());
  }

  private void comply(
      OpenConnection followed, PermissionSnapshot snapshot, List<CompletableFuture<Void>> cuts) {
    if (closeIfRevoked(followed, snapshot, cuts)) {
      return;
    }
    for (OpenUse use : followed.uses()) {
      if (!mayStay(followed, use)) {
        cuts.add(recheck(followed, use));
      }
    }
  }

  private boolean closeIfRevoked(
      OpenConnection followed, PermissionSnapshot snapshot, List<CompletableFuture<Void>> cuts) {
    if (!EndedSignIns.has(followed, snapshot, superUsers.get())) {
      return false;
    }
    cuts.add(end(followed.connection()));
    return true;
  }

  private static CompletableFuture<Void> end(Connection connection) {
    PluginMetrics.cutOff("connection");
    // Behind a proxy this name comes from the proxy.
    String who = LogText.of(connection.principal());
    log.info("Closing the connection of {}: its sign-in does not count here, or no longer", who);
    return connection.close();
  }

  @Override
  public void timePassed() {
    recheckAll();
  }

  /**
   * Checks everything open; for clients that are no longer allowed, the broker checks again and
   * disconnects them.
   */
  public void recheckAll() {
    long now = clock.getAsLong();
    for (OpenConnection followed : open.all()) {
      for (OpenUse use : followed.uses()) {
        if (!mayStay(followed, use) && use.recheckDue(now)) {
          recheck(followed, use);
        }
      }
    }
  }

  /** Records once a day that a producer or consumer is still open; called every minute. */
  public void renew() {
    long now = clock.getAsLong();
    for (OpenConnection followed : open.all()) {
      for (OpenUse use : followed.uses()) {
        if (use.renewalDue(now, RENEW_MILLIS)) {
          Connection from = followed.connection();
          BrokerCall call =
              new BrokerCall(use.question, use.question.name(), use.on, use.subscription());
          answers.allows(call, from.principal(), from.signIn(), from, Answers.RENEWAL);
        }
      }
    }
  }

  private boolean mayStay(OpenConnection followed, OpenUse use) {
    Connection from = followed.connection();
    return answers.wouldAllow(use.question, use.on, from.principal(), use.subscription(), from);
  }

  /**
   * Makes the broker check the permission again; completes when the client is disconnected or may
   * stay.
   */
  private CompletableFuture<Void> recheck(OpenConnection followed, OpenUse use) {
    PluginMetrics.cutOff(use.what());
    return use.recheck(clock.getAsLong())
        .handle((nothing, failure) -> null)
        .thenCompose(nothing -> followed.connection().settled());
  }

  /** Whether a credential that holds this connection open was revoked. */
  boolean isRevoked(Connection connection) {
    PermissionSnapshot snapshot = rights.get();
    return snapshot != null && EndedSignIns.isRevoked(connection, snapshot);
  }

  /** Catches a revocation during the sign-in, which no later change reports again. */
  private boolean closeIfRevoked(Connection connection) {
    if (!isRevoked(connection)) {
      return false;
    }
    end(connection);
    return true;
  }
}
