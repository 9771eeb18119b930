package io.github.pulsarusercenter.heartbeat;

import io.github.pulsarusercenter.revocation.LiveConnections;
import io.github.pulsarusercenter.settings.ServiceKind;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * The open connections of this broker, if the interceptor follows them, and the revision they
 * comply with.
 */
public final class FollowedConnections {
  private final ServiceConfiguration conf;
  private final ServiceKind kind;
  private final CurrentRights rights;
  private final boolean observing;
  private volatile LiveConnections live;

  /**
   * @param observing true when open connections are never ended
   */
  public FollowedConnections(
      ServiceConfiguration conf, ServiceKind kind, CurrentRights rights, boolean observing) {
    this.conf = conf;
    this.kind = kind;
    this.rights = rights;
    this.observing = observing;
  }

  /** Called when the interceptor has started. */
  public void follow(LiveConnections connections) {
    live = connections;
  }

  /** Null without the interceptor. */
  public LiveConnections live() {
    return live;
  }

  /** Connections open now; 0 without the interceptor. */
  public int count() {
    LiveConnections connections = live;
    return connections == null ? 0 : connections.count();
  }

  /**
   * True when certainly nothing is open. Services other than brokers open nothing themselves; a
   * broker without the interceptor serves nobody once its ports are closed.
   */
  public boolean servesNobody() {
    if (live != null) {
      return count() == 0;
    }
    return kind != ServiceKind.BROKER || ClientPorts.areClosed(conf);
  }

  /** Whether open connections are ended when they lose their right. */
  public boolean endsConnections() {
    return live != null && !observing;
  }

  /** Whether a revocation also ends what was opened before it (decision 0033). */
  public boolean kicks() {
    return kind.kicks(endsConnections(), conf);
  }

  /** The position that everything open complies with. */
  public RightsPosition enforced() {
    return endsConnections() ? live.enforced() : rights.position();
  }

  /** Records once a day that a producer or consumer is still open. */
  public void renew() {
    LiveConnections connections = live;
    if (connections != null) {
      connections.renew();
    }
  }
}
