package io.github.pulsarusercenter.decision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Reads {@code tests/decision_cases}, the truth tables that Java and Python share. */
final class CaseFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TYPES =
      List.of("root", "cluster", "tenant", "namespace", "topic");

  /** One line of a case file, with the snapshot of its file. */
  record Case(
      String file,
      PermissionSnapshot snapshot,
      DecisionOptions options,
      long now,
      JsonNode raw,
      JsonNode scopes) {
    /** What the token is narrowed to; null: it is not. Made anew, as for another token. */
    TokenScope scope() {
      return raw.has("scope")
          ? TokenScope.of(JSON.convertValue(scopes.get(raw.get("scope").asText()), Object.class))
          : null;
    }

    String principal() {
      return raw.path("principal").textValue();
    }

    Question question() {
      return Question.of(raw.get("ask").asText());
    }

    String subscription() {
      return raw.path("subscription").textValue();
    }

    IpAddress from() {
      return IpAddress.parse(raw.path("address").textValue());
    }

    ResourceName resource() {
      String on = raw.path("on").textValue();
      return ResourceName.of(
          raw.has("type") ? TYPES.indexOf(raw.get("type").asText()) : typeOf(on), on);
    }

    List<Long> grants() {
      List<Long> ids = new ArrayList<>();
      raw.path("grants").forEach(id -> ids.add(id.asLong()));
      return ids;
    }

    @Override
    public String toString() {
      return file + ": " + raw.get("name").asText();
    }
  }

  private CaseFiles() {}

  static List<Case> all() throws IOException, URISyntaxException {
    List<Case> cases = new ArrayList<>();
    Path folder = Path.of(CaseFiles.class.getResource("/decision_cases").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        cases.addAll(read(file));
      }
    }
    return cases;
  }

  private static List<Case> read(Path file) throws IOException {
    JsonNode raw;
    try (InputStream in = Files.newInputStream(file)) {
      raw = JSON.valueToTree(yaml().load(in));
    }
    PermissionSnapshot snapshot = PermissionSnapshot.parse(raw.get("snapshot"));
    JsonNode options = raw.path("options");
    DecisionOptions chosen =
        new DecisionOptions(
            options.path("subscription_topics").asBoolean(true),
            options.path("list_for_topic_holders").asBoolean(true),
            options.path("list_tenants").asBoolean(false));
    List<Case> cases = new ArrayList<>();
    for (JsonNode line : raw.get("cases")) {
      long now = line.path("now").asLong(raw.get("now").asLong());
      cases.add(
          new Case(file.getFileName().toString(), snapshot, chosen, now, line, raw.path("scopes")));
    }
    return cases;
  }

  /** A name with :// is a topic, with / a namespace, * the root; a plain word is a tenant. */
  private static int typeOf(String name) {
    if (name.contains("://")) {
      return ResourceName.TOPIC;
    }
    if (name.contains("/")) {
      return ResourceName.NAMESPACE;
    }
    return name.equals("*") ? ResourceName.ROOT : ResourceName.TENANT;
  }

  private static Yaml yaml() {
    LoaderOptions loading = new LoaderOptions();
    DumperOptions dumping = new DumperOptions();
    return new Yaml(
        new SafeConstructor(loading), new Representer(dumping), dumping, loading, new PlainWords());
  }

  /** YAML with only true and false as booleans; {@code on} and {@code off} are strings. */
  private static final class PlainWords extends Resolver {
    @Override
    public void addImplicitResolver(Tag tag, Pattern regexp, String first, int limit) {
      boolean bool = tag.equals(Tag.BOOL);
      super.addImplicitResolver(
          tag, bool ? Pattern.compile("^(?:true|false)$") : regexp, bool ? "tf" : first, limit);
    }
  }
}
