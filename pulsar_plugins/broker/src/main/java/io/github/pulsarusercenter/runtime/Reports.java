package io.github.pulsarusercenter.runtime;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.authentication.SignInRecorder;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.DropReason;
import io.github.pulsarusercenter.events.EventCounts;
import io.github.pulsarusercenter.heartbeat.EnforcedRevision;
import io.github.pulsarusercenter.heartbeat.FollowedConnections;
import io.github.pulsarusercenter.heartbeat.HeartbeatSender;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.settings.PluginVersion;
import io.github.pulsarusercenter.settings.ServiceKind;
import io.github.pulsarusercenter.snapshot.rights.Limits;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import io.github.pulsarusercenter.snapshot.rights.SubscriptionRules;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.PulsarVersion;

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
    // Also what was sent over the link before, and perhaps did not arrive.
    feed.client.whenLinked(heartbeat::now);
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

  /** The body of a heartbeat; docs/broker-protocol.md describes its fields. */
  private ObjectNode report() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    RightsPosition position = enforced.position();
    PluginSettings.Mode mode =
        enforces.getAsBoolean() ? settings.mode() : PluginSettings.Mode.OBSERVE;
    body.put("broker", broker).put("boot", boot).put("plugin", PluginVersion.VERSION);
    body.put("pulsar", PulsarVersion.getVersion());
    body.put("revision", position.revision());
    body.put("epoch", position.epoch()).put("mark", position.mark());
    body.put("source", feed.client.address().getAuthority());
    body.put("mode", mode.name().toLowerCase(Locale.ROOT));
    body.put("service", kind.label()).put("kicks", open.kicks());
    ArrayNode limits = body.putArray("limits");
    Limits.NAMES.forEach(limits::add);
    limits.add(SubscriptionRules.LIMIT);
    long age = (long) (Math.max(0, feed.rights.ageSeconds()) * 1000);
    body.put("snapshot_at", feed.time.getAsLong() - age);
    addEvents(body);
    body.put("connections", open.count());
    // How long the broker decides on these rights after it loses the center.
    body.put("max_age_seconds", settings.snapshotMaxAgeSeconds());
    signIns.addUsed(body);
    return body;
  }

  private void addEvents(ObjectNode body) {
    EventCounts counts = events.counts();
    body.put("events_written", counts.written()).put("events_dropped", counts.dropped());
    ObjectNode drops = body.putObject("drops");
    for (DropReason reason : DropReason.values()) {
      drops.put(reason.label(), counts.dropped(reason));
    }
    body.put("event_files_deleted", events.deletedFiles());
  }
}
