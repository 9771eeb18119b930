package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.events.DropReason;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.vocabulary.Reason;
import io.github.pulsarusercenter.vocabulary.Refusal;
import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The operators' pages list every metric and every reason of the plugin. */
class OperatorPagesTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(pulsar_user_center_\\w+)` \\|");

  @Test
  void thePageNamesExactlyTheMetricsThereAre() throws IOException {
    PluginMetrics.decided(1, Reason.GRANTED);
    Set<String> real = new TreeSet<>();
    for (Collector.MetricFamilySamples family :
        Collections.list(CollectorRegistry.defaultRegistry.metricFamilySamples())) {
      if (family.name.startsWith("pulsar_user_center_")) {
        boolean counter = family.type == Collector.Type.COUNTER;
        real.add(counter ? family.name + "_total" : family.name);
      }
    }
    Set<String> documented = new TreeSet<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../../docs/operators/metrics.md")));
    while (row.find()) {
      documented.add(row.group(1));
    }
    assertEquals(real, documented);
  }

  @Test
  void everyReasonSaysWhatToDo() throws IOException {
    String page = Files.readString(Path.of("../../docs/operators/troubleshooting.md"));
    for (Reason reason : Reason.values()) {
      assertTrue(page.contains("`" + reason + "`"), reason + " is not in troubleshooting.md");
    }
    for (Refusal refusal : Refusal.values()) {
      assertTrue(page.contains("`" + refusal + "`"), refusal + " is not in troubleshooting.md");
    }
  }

  @Test
  void everyReasonOfALostEventIsExplained() throws IOException {
    String page = Files.readString(Path.of("../../docs/operators/events.md"));
    for (DropReason reason : DropReason.values()) {
      assertTrue(page.contains("| `" + reason.label() + "` |"), reason + " is not in events.md");
    }
  }
}
