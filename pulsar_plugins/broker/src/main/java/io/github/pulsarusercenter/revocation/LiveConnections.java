package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.RightsView;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.Standing;
import io.github.pulsarusercenter.snapshot.rights.Touched;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
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
 * What is open in this broker, and what happens to it when rights change or a window ends: whoever
 * may no longer produce or consume is re-asked by the broker itself, which disconnects exactly
 * them; connections whose sign-in was taken back are closed. Nobody else notices anything.
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
  private volatile Standing enforced = Standing.NOWHERE;
  private long turns;
  private long enforcedTurn;
  private volatile Runnable finding = () -> {};

  /**
   * @param rights in force now; null before there are any
   * @param superUsers broker.conf's superUserRoles as of now
   * @param clock in ms, never jumps
   * @param time epoch ms at the center
   * @param whenEnforced called when a new revision holds for everything that is open
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
   * Run before anything else whenever rights change: what nobody tells of is known before a
   * revision counts as enforced.
   */
  public void findFirst(Runnable finding) {
    this.finding = finding;
  }

  public void connected(Connection connection) {
    follow(connection, time.getAsLong());
    closeIfTakenBack(connection);
  }

  public void disconnected(Connection connection) {
    open.remove(connection);
  }

  public void opened(Connection connection, OpenUse use) {
    long epoch = time.getAsLong();
    use.begin(clock.getAsLong(), epoch);
    OpenConnection one = follow(connection, epoch);
    one.add(use);
    // Rights and sign-in may have changed between the broker's questions and now.
    if (!closeIfTakenBack(connection) && !mayStay(one, use)) {
      ask(one, use);
    }
  }

  /** Nobody tells us again of a connection that was closed while something was opened on it. */
  private OpenConnection follow(Connection connection, long epoch) {
    OpenConnection one = open.of(connection, epoch);
    if (!connection.isOpen()) {
      open.remove(connection);
    }
    return one;
  }

  public void closed(Connection connection, Object client) {
    OpenConnection one = open.find(connection);
    if (one != null) {
      one.remove(client);
    }
  }

  /** Connections that are open now. */
  public int count() {
    return open.count();
  }

  /** What is open, for who asks; see {@link ConnectionQuestion}. */
  OpenConnections open() {
    return open;
  }

  /** The newest rights that everything open complies with. */
  public Standing enforced() {
    return enforced;
  }

  @Override
  public void rightsChanged(RightsView after) {
    rightsChanged(after, Touched.EVERYTHING);
  }

  @Override
  public void rightsChanged(RightsView after, Touched touched) {
    finding.run();
    PermissionSnapshot snapshot = after.snapshot();
    List<CompletableFuture<Void>> cuts = new ArrayList<>();
    if (touched.signIns() && !touched.everything()) {
      // A token says only its own id, and may be replaced while the connection lasts: no index.
      open.all().forEach(one -> closeIfRevoked(one, snapshot, cuts));
    }
    open.concerned(touched).forEach(one -> comply(one, snapshot, cuts));
    whenCut(cuts, snapshot.standing());
  }

  /** A revision is enforced when it and all before it are: a slow cut of an earlier one counts. */
  private void whenCut(List<CompletableFuture<Void>> cuts, Standing standing) {
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
            // Not by the revision: a new epoch may begin with a lower one.
            if (turn > enforcedTurn) {
              enforcedTurn = turn;
              enforced = goesBack(standing) ? enforced : standing;
            }
          }
          whenEnforced.run();
        });
  }

  /** Another thread looked at the rights before they changed, and tells after. */
  private boolean goesBack(Standing standing) {
    return standing.revision() < enforced.revision() && !enforced.isOtherEpoch(standing.epoch());
  }

  private void comply(
      OpenConnection one, PermissionSnapshot snapshot, List<CompletableFuture<Void>> cuts) {
    if (closeIfRevoked(one, snapshot, cuts)) {
      return;
    }
    for (OpenUse use : one.uses()) {
      if (!mayStay(one, use)) {
        cuts.add(ask(one, use));
      }
    }
  }

  private boolean closeIfRevoked(
      OpenConnection one, PermissionSnapshot snapshot, List<CompletableFuture<Void>> cuts) {
    if (!isSignInRevoked(one, snapshot)) {
      return false;
    }
    cuts.add(end(one.connection()));
    return true;
  }

  private static CompletableFuture<Void> end(Connection connection) {
    PluginMetrics.cutOff("connection");
    // Behind a proxy that is what the proxy says.
    String who = LogText.of(connection.principal());
    log.info("Closing the connection of {}: no longer signed in", who);
    return connection.close();
  }

  @Override
  public void timePassed() {
    recheckAll();
  }

  /** Looks at whatever is open; whoever may no longer be there is asked again by the broker. */
  public void recheckAll() {
    long now = clock.getAsLong();
    for (OpenConnection one : open.all()) {
      for (OpenUse use : one.uses()) {
        if (!mayStay(one, use) && use.recheckDue(now)) {
          ask(one, use);
        }
      }
    }
  }

  /** Records once a day that a use goes on; called every minute. */
  public void renew() {
    long now = clock.getAsLong();
    for (OpenConnection one : open.all()) {
      for (OpenUse use : one.uses()) {
        if (use.renewalDue(now, RENEW_MILLIS)) {
          answers.allows(
              use.question(),
              use.question().name(),
              use.on(),
              one.connection().principal(),
              use.subscription(),
              one.connection().signIn(),
              Answers.RENEWAL);
        }
      }
    }
  }

  private boolean mayStay(OpenConnection one, OpenUse use) {
    String principal = one.connection().principal();
    return answers.wouldAllow(use.question(), use.on(), principal, use.subscription());
  }

  /** Has the broker ask again, and completes when what follows from it is done. */
  private CompletableFuture<Void> ask(OpenConnection one, OpenUse use) {
    PluginMetrics.cutOff(use.what());
    return use.recheck(clock.getAsLong())
        .handle((asked, failure) -> null)
        .thenCompose(asked -> one.connection().settled());
  }

  private boolean isSignInRevoked(OpenConnection one, PermissionSnapshot snapshot) {
    Set<String> trusted = superUsers.get();
    String principal = one.connection().principal();
    for (String name : one.names()) {
      // A proxy may have signed in elsewhere, as somebody the center does not know.
      boolean known = name.equals(principal) || snapshot.user(name) != null;
      if (known && !trusted.contains(name) && !isActive(name, snapshot)) {
        return true;
      }
    }
    return isTakenBack(one.connection(), snapshot);
  }

  private static boolean isTakenBack(Connection connection, PermissionSnapshot snapshot) {
    return connection.credentials().stream()
        .anyMatch(credential -> SignInRules.isTakenBack(credential, snapshot));
  }

  /** Whether a credential that holds this connection open no longer counts. */
  boolean isTakenBack(Connection connection) {
    PermissionSnapshot snapshot = rights.get();
    return snapshot != null && isTakenBack(connection, snapshot);
  }

  /** No change tells us again of what was taken back while the connection came to be. */
  private boolean closeIfTakenBack(Connection connection) {
    if (!isTakenBack(connection)) {
      return false;
    }
    end(connection);
    return true;
  }

  private static boolean isActive(String name, PermissionSnapshot snapshot) {
    UserRights user = snapshot.user(name);
    if (user == null || !user.isActive()) {
      return false;
    }
    UserRights main = snapshot.user(user.main());
    return user.main() == null || (main != null && main.isActive());
  }
}
