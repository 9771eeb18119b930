package io.github.pulsarusercenter.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.UserCenterAuthorizationProvider;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartWarningsTest {
  private static final String PATCHED = "4.0.14";

  private static ServiceConfiguration closed() {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setAuthenticationEnabled(true);
    conf.setAuthorizationEnabled(true);
    conf.setAuthorizationProvider(UserCenterAuthorizationProvider.class.getName());
    conf.setAllowAutoTopicCreation(false);
    conf.setBrokerDeleteInactiveTopicsEnabled(false);
    conf.setBrokerInterceptors(Set.of("user-center"));
    return conf;
  }

  private static String only(Consumer<ServiceConfiguration> opening) {
    ServiceConfiguration conf = closed();
    opening.accept(conf);
    List<String> warnings = StartWarnings.of(conf, PATCHED);
    assertEquals(1, warnings.size(), warnings.toString());
    return warnings.get(0);
  }

  private static void names(String setting, Consumer<ServiceConfiguration> opening) {
    String warning = only(opening);
    assertTrue(warning.contains(setting), warning);
  }

  @Test
  void aTrustedProxyIsAProxy() {
    names(
        "userCenterTrustedProxyRoles",
        conf -> conf.getProperties().setProperty("userCenterTrustedProxyRoles", "gate"));
  }

  @ParameterizedTest
  @CsvSource({
    "userCenterMod, userCenterMode",
    "usercenterurl, userCenterUrl",
    "userCenterEventDirectory, userCenterEventsDirectory",
    "userCenterSnapshotMaxAge, userCenterSnapshotMaxAgeSeconds",
    "userCenterTrustedProxies, userCenterTrustedProxyRoles"
  })
  void aMisspelledSettingIsNamedWithTheNearestSetting(String name, String meant) {
    String warning = only(conf -> conf.getProperties().setProperty(name, "hidden"));
    assertEquals(
        name + " is no setting of the plugin: it has no effect. Did you mean " + meant + "?",
        warning);
  }

  @Test
  void everySettingThatThereIsMayBeSet() {
    ServiceConfiguration conf = closed();
    PluginSettings.NAMES.forEach(name -> conf.getProperties().setProperty(name, ""));
    conf.getProperties().setProperty("brokerDeduplicationEnable", "of somebody else");
    assertEquals(List.of(), StartWarnings.of(conf, PATCHED));
  }

  @Test
  void topicsThatComeBackByThemselvesLoseTheirRightsToo() {
    ServiceConfiguration open = closed();
    open.setAllowAutoTopicCreation(true);
    open.setBrokerDeleteInactiveTopicsEnabled(true);
    assertEquals(2, StartWarnings.of(open, PATCHED).size());
  }

  @Test
  void aClosedBrokerIsNotWarnedAbout() {
    assertEquals(List.of(), StartWarnings.of(closed(), PATCHED));
    ServiceConfiguration behindProxy = closed();
    behindProxy.setProxyRoles(new TreeSet<>(Set.of("proxy")));
    behindProxy.setAuthenticateOriginalAuthData(true);
    assertEquals(List.of(), StartWarnings.of(behindProxy, PATCHED));
  }

  @Test
  void eachGapIsNamedWithTheSettingThatClosesIt() {
    names("Set allowAutoTopicCreation=false", conf -> conf.setAllowAutoTopicCreation(true));
    names(
        "Set brokerDeleteInactiveTopicsEnabled=false",
        conf -> conf.setBrokerDeleteInactiveTopicsEnabled(true));
    names("Set forceDeleteNamespaceAllowed=", conf -> conf.setForceDeleteNamespaceAllowed(true));
    names("Set forceDeleteTenantAllowed=false", conf -> conf.setForceDeleteTenantAllowed(true));
    names("Set authorizationEnabled=true", conf -> conf.setAuthorizationEnabled(false));
    names("Set functionsWorkerEnabled=false", conf -> conf.setFunctionsWorkerEnabled(true));
    names("Set brokerInterceptors=user-center", conf -> conf.setBrokerInterceptors(Set.of("x")));
    names("anonymousUserRole is guest", conf -> conf.setAnonymousUserRole("guest"));
    names("authenticateOriginalAuthData=true", conf -> conf.setProxyRoles(Set.of("proxy")));
    names(
        "Set authorizationProvider=io.github.pulsarusercenter.UserCenterAuthorizationProvider",
        conf -> conf.setAuthorizationProvider("org.example.Other"));
  }

  @Test
  void aProxyIsNotWarnedAboutWhatABrokerDoes() {
    ServiceConfiguration proxy = new ServiceConfiguration();
    proxy.getProperties().setProperty("servicePort", "6650");
    assertEquals(List.of(), StartWarnings.of(proxy, PATCHED));
    proxy.setAnonymousUserRole("guest");
    assertEquals(1, StartWarnings.of(proxy, PATCHED).size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.0.8", "4.0.14", "4.0.15", "4.1.3", "4.2.4", "5.0.1"})
  void aReleaseIsNotWarnedAbout(String version) {
    assertEquals(List.of(), StartWarnings.of(closed(), version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.0.0-M1", "4.0.14-SNAPSHOT", "4.2.0-candidate-1"})
  void aPreviewIsWarnedAboutOnce(String version) {
    List<String> warnings = StartWarnings.of(closed(), version);
    assertEquals(1, warnings.size(), warnings.toString());
    assertTrue(warnings.get(0).contains(version));
  }

  @Test
  void aBrokerThatAsksTooLittleIsWarnedAbout() {
    List<String> warnings = StartWarnings.of(closed(), "4.0.1");
    assertTrue(warnings.get(0).contains("asks only 'super user?'"), warnings.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.0.7", "2.11.4", "unknown"})
  void aBrokerThatWasDroppedIsWarnedAbout(String version) {
    List<String> warnings = StartWarnings.of(closed(), version);
    assertTrue(warnings.get(0).contains(version + " is not supported"), warnings.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.3.0", "5.1.0", "6.0.0"})
  void aBrokerThatThePluginDoesNotKnowIsWarnedAboutOnce(String version) {
    List<String> warnings = StartWarnings.of(closed(), version);
    assertEquals(1, warnings.size(), warnings.toString());
    assertTrue(warnings.get(0).contains(version + " is newer than this plugin"));
  }

  @Test
  void from5OnTheBrokerAsksBeforeItCreatesATopic() {
    ServiceConfiguration creating = closed();
    creating.setAllowAutoTopicCreation(true);
    assertEquals(List.of(), StartWarnings.of(creating, "5.0.1"));
  }

  /** The operators' documentation names the setting of every warning. */
  @Test
  void theDocumentationNamesEverySetting() throws IOException {
    ServiceConfiguration open = closed();
    open.setAllowAutoTopicCreation(true);
    ServiceConfiguration idle = closed();
    idle.setBrokerDeleteInactiveTopicsEnabled(true);
    open.setForceDeleteNamespaceAllowed(true);
    open.setForceDeleteTenantAllowed(true);
    open.setFunctionsWorkerEnabled(true);
    open.setAuthorizationEnabled(false);
    open.setBrokerInterceptors(Set.of());
    open.setAnonymousUserRole("guest");
    open.setProxyRoles(Set.of("proxy"));
    String page = Files.readString(Path.of("../../docs/operators/broker.md"));
    List<String> all = new ArrayList<>(StartWarnings.of(open, PATCHED));
    all.addAll(StartWarnings.of(idle, PATCHED));
    for (String warning : all) {
      Matcher setting = Pattern.compile("^(\\w+) (is|are|does)").matcher(warning);
      assertTrue(setting.find(), warning);
      assertTrue(page.contains("| `" + setting.group(1)), setting.group(1));
    }
    assertFalse(page.isBlank());
  }
}
