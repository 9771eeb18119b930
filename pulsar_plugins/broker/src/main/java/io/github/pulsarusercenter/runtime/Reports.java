package io.github.pulsarusercenter.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.authentication.SignInRecorder;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.heartbeat.BrokerReport;
import io.github.pulsarusercenter.heartbeat.EnforcedRevision;
import io.github.pulsarusercenter.heartbeat.FollowedConnections;
import io.github.pulsarusercenter.heartbeat.HeartbeatSender;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.settings.ServiceKind;
import java.util.function.BooleanSupplier;

/** The broker's own reports: heartbeats to the center, and metrics. */
final class Reports {
  private final PluginSettings settings;
  private final String broker;
  private final String boot;
  private final ServiceKind kind;
  private final RightsFeed feed;
  private final AccessEventWriter events;
  private final SignInRecorder signIns;
  private final FollowedConnections open;
  private final BooleanSupplier enforces;
  final HeartbeatSender heartbeat;
  final EnforcedRevision enforced;

  /**
   * @param enforces whether the plugin's answers count
   */
  Reports(
      PluginSettings settings,
      String broker,
      String boot,
      ServiceKind kind,
      RightsFeed feed,
      AccessEventWriter events,
      SignInRecorder signIns,
      FollowedConnections open,
      BooleanSupplier enforces) {
    this.settings = settings;
    this.broker = broker;
    this.boot = boot;
    this.kind = kind;
    this.feed = feed;
    this.events = events;
    this.signIns = signIns;
    this.open = open;
    this.enforces = enforces;
    heartbeat =
        new HeartbeatSender(
            feed.client, this::report, settings.heartbeatSeconds(), feed.refresher::reconnect);
    enforced = new EnforcedRevision(feed.rights, open::enforced, heartbeat::now);
  }

  /** Ends the reports; says goodbye unless clients are still served. */
  void close() {
    if (open.servesNobody()) {
      heartbeat.goodbye();
    } else {
      heartbeat.close();
    }
  }

  /** Updates the metrics. */
  void updateMetrics() {
    PluginMetrics.showTime(
        feed.time.isConfirmed(), feed.time.skewMillis(), feed.time.behindMillis());
    PluginMetrics.show(enforces.getAsBoolean(), open.kicks(), open.count());
    PluginMetrics.show(feed.rights.revision(), feed.rights.ageSeconds());
    PluginMetrics.show(events);
  }

  private ObjectNode report() {
    PluginSettings.Mode mode =
        enforces.getAsBoolean() ? settings.mode() : PluginSettings.Mode.OBSERVE;
    ObjectNode body =
        new BrokerReport(settings, feed.client, feed.rights, events, feed.time)
            .of(broker, boot, kind, open.kicks(), enforced.position(), mode, open.count());
    signIns.addUsed(body);
    return body;
  }
}
