package io.github.pulsarusercenter.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginSettingsTest {
  @TempDir Path directory;
  private final Map<String, Object> conf = new HashMap<>();

  @BeforeEach
  void smallestConfiguration() throws IOException {
    Path credential = directory.resolve("credential");
    Files.writeString(credential, "puc_cluster_topsecret0000");
    conf.put("userCenterUrl", "https://center:8443/");
    conf.put("userCenterCredentialFile", credential.toString());
    conf.put("userCenterIssuer", "https://center:8443");
  }

  private PluginSettings read() throws IOException {
    return PluginSettings.read(conf::get, "standalone");
  }

  private String mistake() {
    return assertThrows(IOException.class, this::read).getMessage();
  }

  @Test
  void threeLinesAreEnough() throws IOException {
    PluginSettings settings = read();
    assertEquals("[https://center:8443]", settings.urls().toString());
    assertEquals("standalone", settings.cluster());
    assertEquals("pulsar", settings.audience());
    assertEquals(86_400, settings.snapshotMaxAgeSeconds());
    assertTrue(settings.subscriptionTopics());
  }

  @Test
  void noProxyIsTrustedUnlessItIsNamed() throws IOException {
    assertEquals(Set.of(), read().trustedProxyRoles());
    conf.put("userCenterTrustedProxyRoles", " one, two,");
    assertEquals(Set.of("one", "two"), read().trustedProxyRoles());
  }

  @Test
  void isPrintedWithoutTheCredential() throws IOException {
    assertFalse(read().toString().contains("topsecret"));
  }

  @Test
  void everyMistakeIsNamedAtOnce() {
    conf.remove("userCenterIssuer");
    conf.put("userCenterTokenLeewaySeconds", "61");
    conf.put("userCenterSubscriptionTopics", "yes");
    String message = mistake();
    assertTrue(message.contains("userCenterIssuer is missing: set it to"), message);
    assertTrue(message.contains("userCenterTokenLeewaySeconds is '61': set it to a whole number"));
    assertTrue(message.contains("userCenterSubscriptionTopics is 'yes': set it to true or false"));
  }

  @Test
  void plainHttpIsForLoopbackOnly() throws IOException {
    conf.put("userCenterUrl", "http://127.0.0.1:8000");
    assertEquals("[http://127.0.0.1:8000]", read().urls().toString());
    conf.put("userCenterUrl", "http://127.0.0.1.evil.example:8000");
    assertTrue(mistake().contains("https://"));
    conf.put("userCenterAllowPlainHttp", "true");
    assertEquals("http", read().urls().get(0).getScheme());
  }

  @Test
  void anAddressWithPasswordIsNotRepeated() {
    conf.put("userCenterUrl", "https://me:hidden@center");
    String message = mistake();
    assertTrue(message.contains("userCenterUrl"), message);
    assertFalse(message.contains("hidden"), message);
  }

  @Test
  void filesMustBeReadable() {
    conf.put("userCenterCredentialFile", directory.resolve("none").toString());
    conf.put("userCenterBootstrapKeys", directory.resolve("neither").toString());
    String message = mistake();
    assertTrue(message.contains("userCenterCredentialFile names"), message);
    assertTrue(message.contains("userCenterBootstrapKeys names"), message);
  }

  @Test
  void theDocumentsExplainEverySetting() throws IOException {
    String page = Files.readString(Path.of("../../docs/operators/broker.md"));
    for (String name : PluginSettings.NAMES) {
      assertTrue(page.contains("`" + name + "`"), name + " is not in docs/operators/broker.md");
    }
  }

  @Test
  void observesOrEnforces() throws IOException {
    assertEquals(PluginSettings.Mode.ENFORCE, read().mode());
    conf.put("userCenterMode", "observe");
    assertEquals(PluginSettings.Mode.OBSERVE, read().mode());
    conf.put("userCenterMode", "off");
    assertTrue(mistake().contains("userCenterMode is 'off': set it to enforce or observe"));
  }

  @Test
  void everyNameThatIsReadIsListed() throws IOException {
    Map<String, Boolean> namesRead = new HashMap<>();
    PluginSettings.read(
        name -> {
          namesRead.put(name, true);
          return conf.get(name);
        },
        "standalone");
    assertEquals(new java.util.HashSet<>(PluginSettings.NAMES), namesRead.keySet());
  }
}
