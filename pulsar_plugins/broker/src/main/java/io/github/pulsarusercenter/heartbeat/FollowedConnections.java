package io.github.pulsarusercenter.heartbeat;

import io.github.pulsarusercenter.revocation.LiveConnections;
import io.github.pulsarusercenter.settings.ServiceKind;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.Standing;
import org.apache.pulsar.broker.ServiceConfiguration;

/** What is open in this broker, if our interceptor follows it, and what the center may count on. */
public final class FollowedConnections {
  private final ServiceConfiguration conf;
  private final ServiceKind kind;
  private final CurrentRights rights;
  private final boolean observing;
  private volatile LiveConnections live;

  /**
   * @param observing whether nothing is taken away from what is open
   */
  public FollowedConnections(
      ServiceConfiguration conf, ServiceKind kind, CurrentRights rights, boolean observing) {
    this.conf = conf;
    this.kind = kind;
    this.rights = rights;
    this.observing = observing;
  }

  /** From now on the broker tells what is open. */
  public void follow(LiveConnections watched) {
    live = watched;
  }

  /** Null where nobody follows what is open. */
  public LiveConnections live() {
    return live;
  }

  /** Open now; 0 where nobody follows them. */
  public int count() {
    LiveConnections watched = live;
    return watched == null ? 0 : watched.count();
  }

  /** A proxy opens nothing itself: the brokers decide, and know what is open. */
  public boolean servesNobody() {
    return live == null ? kind != ServiceKind.BROKER : count() == 0;
  }

  /** Whether our answers are applied to what is open. */
  public boolean isHeld() {
    return live != null && !observing;
  }

  /** Whether what a revocation takes away ends here, too, and not only what is asked after it. */
  public boolean kicks() {
    return kind.kicks(isHeld(), conf);
  }

  /** What holds for everything that is open. */
  public Standing enforced() {
    return isHeld() ? live.enforced() : rights.standing();
  }

  /** Records once a day that uses go on. */
  public void renew() {
    LiveConnections watched = live;
    if (watched != null) {
      watched.renew();
    }
  }
}
