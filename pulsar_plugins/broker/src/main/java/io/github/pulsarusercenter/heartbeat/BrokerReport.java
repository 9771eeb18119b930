package io.github.pulsarusercenter.heartbeat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.events.AccessEventWriter;
import io.github.pulsarusercenter.events.DropReason;
import io.github.pulsarusercenter.events.EventCounts;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.settings.PluginVersion;
import io.github.pulsarusercenter.settings.ServiceKind;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.Limits;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import io.github.pulsarusercenter.snapshot.rights.SubscriptionRules;
import java.util.Locale;
import org.apache.pulsar.PulsarVersion;

/** The body of a heartbeat; docs/broker-protocol.md describes its fields. */
public record BrokerReport(
    PluginSettings settings,
    UserCenterClient client,
    CurrentRights rights,
    AccessEventWriter events,
    CenterTime time) {

  /**
   * @param broker the broker's name
   * @param boot the id of this start of the broker
   * @param position the revision that it enforces
   * @param mode whether the plugin's answers count
   * @param connections open now
   */
  public ObjectNode of(
      String broker,
      String boot,
      ServiceKind service,
      boolean kicks,
      RightsPosition position,
      PluginSettings.Mode mode,
      int connections) {
    ObjectNode body = HeartbeatSender.body();
    body.put("broker", broker).put("boot", boot).put("plugin", PluginVersion.VERSION);
    body.put("pulsar", PulsarVersion.getVersion());
    body.put("revision", position.revision());
    body.put("epoch", position.epoch()).put("mark", position.mark());
    body.put("source", client.address().getAuthority());
    body.put("mode", mode.name().toLowerCase(Locale.ROOT));
    body.put("service", service.label()).put("kicks", kicks);
    ArrayNode limits = body.putArray("limits");
    Limits.NAMES.forEach(limits::add);
    limits.add(SubscriptionRules.LIMIT);
    body.put("snapshot_at", time.getAsLong() - (long) (Math.max(0, rights.ageSeconds()) * 1000));
    addEvents(body);
    body.put("connections", connections);
    // How long the broker decides on these rights after it loses the center.
    body.put("max_age_seconds", settings.snapshotMaxAgeSeconds());
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
