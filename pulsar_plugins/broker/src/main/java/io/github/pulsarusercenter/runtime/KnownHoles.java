package io.github.pulsarusercenter.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.pulsarusercenter.settings.PulsarRelease;
import io.github.pulsarusercenter.settings.ServiceKind;
import io.github.pulsarusercenter.vocabulary.SharedFile;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * Holes of this version of Pulsar that are open here, by known_holes.json, which the center reads.
 */
final class KnownHoles {
  private KnownHoles() {}

  /** One sentence for each, or one that says that the file does not judge the version. */
  static List<String> open(ServiceConfiguration conf, String pulsar) {
    JsonNode file = SharedFile.read("known_holes.json");
    PulsarRelease release = PulsarRelease.of(pulsar);
    Predicate<JsonNode> ofLine = line -> pulsar.startsWith(line.asText() + ".");
    if (!pulsar.matches("\\d+\\.\\d+\\.\\d+") || all(file.get("lines")).noneMatch(ofLine)) {
      String judged = "the list of " + file.get("edited").asText() + " does not judge it.";
      return List.of("Whether Pulsar " + pulsar + " has known holes is unknown: " + judged);
    }
    return all(file.get("holes"))
        .filter(hole -> all(hole.get("affected")).anyMatch(range -> isIn(range, release)))
        .filter(hole -> isOpen(hole, conf))
        .map(hole -> sentence(hole, release))
        .toList();
  }

  private static boolean isIn(JsonNode range, PulsarRelease release) {
    return !release.isBefore(range.get("from").asText())
        && (!range.has("before") || release.isBefore(range.get("before").asText()));
  }

  private static boolean isOpen(JsonNode hole, ServiceConfiguration conf) {
    ServiceKind kind = ServiceKind.of(conf);
    boolean enforces =
        StartWarnings.usesOurProvider(conf)
            && !"observe".equals(conf.getProperty("userCenterMode"));
    String closer = enforces ? hole.get("closed_by").asText() : "";
    boolean intercepted = kind == ServiceKind.BROKER && StartWarnings.hasInterceptor(conf);
    return all(hole.get("services")).anyMatch(name -> name.asText().equals(kind.label()))
        && !closer.equals("plugin")
        && !(closer.equals("interceptor") && intercepted)
        && (kind != ServiceKind.BROKER || isOn(hole.path("needs").asText(), conf));
  }

  private static boolean isOn(String setting, ServiceConfiguration conf) {
    return switch (setting) {
      case "functionsWorkerEnabled" -> conf.isFunctionsWorkerEnabled();
      case "enablePackagesManagement" -> conf.isEnablePackagesManagement();
      case "transactionCoordinatorEnabled" -> conf.isTransactionCoordinatorEnabled();
      default -> true;
    };
  }

  private static String sentence(JsonNode hole, PulsarRelease release) {
    Stream<String> fixed =
        all(hole.get("fixed_in")).map(JsonNode::asText).filter(release::isBefore);
    String newer = fixed.findFirst().map(it -> " Run " + it + " or newer.").orElse("");
    String off = hole.has("needs") ? " " + hole.get("needs").asText() + "=false closes it." : "";
    boolean intercepts = hole.get("closed_by").asText().equals("interceptor");
    String closed = intercepts ? " brokerInterceptors=user-center closes it." : "";
    return hole.get("id").asText()
        + ": "
        + hole.get("opens").get("en").asText()
        + newer
        + off
        + closed;
  }

  private static Stream<JsonNode> all(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
