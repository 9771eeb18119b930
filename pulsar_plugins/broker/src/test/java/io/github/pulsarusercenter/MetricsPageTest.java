package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.decision.Reason;
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

/** Every metric is documented, and every documented metric exists. */
class MetricsPageTest {
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
    Set<String> told = new TreeSet<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../../docs/operators/metrics.md")));
    while (row.find()) {
      told.add(row.group(1));
    }
    assertEquals(real, told);
  }
}
