package io.github.pulsarusercenter.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.UserCenterAuthorizationProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class KnownHolesTest {
  private static final Path CASES = Path.of("../../tests/brokers/known_holes.yaml");

  /** Everything that may have a hole is on, and nothing of ours closes it. */
  private static ServiceConfiguration open() {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setFunctionsWorkerEnabled(true);
    conf.setEnablePackagesManagement(true);
    conf.setTransactionCoordinatorEnabled(true);
    return conf;
  }

  private static ServiceConfiguration closed() {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setAuthorizationEnabled(true);
    conf.setAuthorizationProvider(UserCenterAuthorizationProvider.class.getName());
    conf.setBrokerInterceptors(Set.of("user-center"));
    conf.setTransactionCoordinatorEnabled(false);
    return conf;
  }

  private static Set<Integer> numbers(List<String> sentences) {
    Set<Integer> numbers = new TreeSet<>();
    for (String sentence : sentences) {
      Pattern.compile("^CVE-\\d+-(\\d+): ")
          .matcher(sentence)
          .results()
          .forEach(found -> numbers.add(Integer.valueOf(found.group(1))));
    }
    return numbers;
  }

  @Test
  void everyVersionHasItsHoles() throws IOException {
    Map<String, List<Integer>> cases =
        new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(CASES));
    cases.forEach(
        (version, expected) -> {
          List<String> found = KnownHoles.open(open(), version);
          if (expected == null) {
            assertEquals(1, found.size(), version);
            assertTrue(found.get(0).startsWith("Whether Pulsar " + version), version);
          } else {
            assertEquals(new TreeSet<>(expected), numbers(found), version);
          }
        });
    assertTrue(cases.size() > 20);
  }

  @Test
  void whatThePluginClosesIsNotNamed() {
    assertEquals(List.of(), KnownHoles.open(closed(), "4.0.8"));
  }

  @Test
  void whatTheInterceptorClosesIsNamedWithoutIt() {
    ServiceConfiguration conf = closed();
    conf.setBrokerInterceptors(Set.of());
    List<String> found = KnownHoles.open(conf, "4.2.4");
    assertEquals(Set.of(105926, 105931, 105932), numbers(found));
    assertTrue(
        found.get(0).endsWith("Run 4.2.5 or newer. brokerInterceptors=user-center closes it."));
  }

  @Test
  void nothingIsClosedByAPluginThatOnlyObserves() {
    ServiceConfiguration conf = closed();
    conf.getProperties().setProperty("userCenterMode", "observe");
    assertTrue(numbers(KnownHoles.open(conf, "4.2.4")).contains(105938));
  }

  @Test
  void aSettingThatIsOnOpens() {
    ServiceConfiguration conf = closed();
    conf.setFunctionsWorkerEnabled(true);
    List<String> found = KnownHoles.open(conf, "4.0.8");
    assertEquals(Set.of(105930, 105935), numbers(found));
    assertTrue(
        found.get(0).contains("Run 4.0.14 or newer. functionsWorkerEnabled=false closes it."));
  }

  @Test
  void aFunctionsWorkerOfItsOwnHasWhatConcernsIt() {
    ServiceConfiguration conf = closed();
    conf.getProperties().setProperty("workerId", "w");
    assertEquals(Set.of(105930, 105935, 105936), numbers(KnownHoles.open(conf, "4.0.8")));
  }

  @Test
  void aProxyHasNone() {
    ServiceConfiguration conf = open();
    conf.getProperties().setProperty("servicePort", "6650");
    assertEquals(List.of(), KnownHoles.open(conf, "4.0.8"));
  }
}
