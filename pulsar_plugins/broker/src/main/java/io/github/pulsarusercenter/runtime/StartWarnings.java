package io.github.pulsarusercenter.runtime;

import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.settings.ProviderNames;
import io.github.pulsarusercenter.settings.PulsarRelease;
import io.github.pulsarusercenter.settings.ServiceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * Finds settings with which the broker asks less than it should, or enforces less than the center
 * promises. Each warning is one sentence with the setting that closes the gap.
 * docs/operators/broker.md has the same list.
 */
final class StartWarnings {
  private static final String INTERCEPTOR = "user-center";
  private static final String ASKS_ABOUT_TENANTS = "4.0.2";

  private final List<String> sentences = new ArrayList<>();

  private StartWarnings() {}

  /**
   * @param pulsar the broker's version from PulsarVersion
   */
  static List<String> of(ServiceConfiguration conf, String pulsar) {
    StartWarnings warnings = new StartWarnings();
    if (ServiceKind.of(conf) == ServiceKind.BROKER) {
      warnings.aboutQuestions(conf);
      warnings.aboutNewTopics(conf, PulsarRelease.of(pulsar));
      warnings.aboutProxies(conf);
    }
    warnings.aboutNames(conf);
    warnings.aboutSignIn(conf);
    warnings.aboutRelease(PulsarRelease.of(pulsar), pulsar);
    return List.copyOf(warnings.sentences);
  }

  /** Whether the broker asks our authorization provider. */
  static boolean usesOurProvider(ServiceConfiguration conf) {
    String provider = ProviderNames.AUTHORIZATION;
    return conf.isAuthorizationEnabled() && provider.equals(conf.getAuthorizationProvider());
  }

  static boolean hasInterceptor(ServiceConfiguration conf) {
    return conf.getBrokerInterceptors().contains(INTERCEPTOR);
  }

  private void aboutQuestions(ServiceConfiguration conf) {
    warnIf(
        !conf.isAuthorizationEnabled(),
        "authorizationEnabled is off: whoever signs in may do everything."
            + " Set authorizationEnabled=true.");
    String provider = ProviderNames.AUTHORIZATION;
    warnIf(
        conf.isAuthorizationEnabled() && !provider.equals(conf.getAuthorizationProvider()),
        "authorizationProvider is "
            + conf.getAuthorizationProvider()
            + ": the rights of the center are not asked. Set authorizationProvider="
            + provider
            + ".");
    warnIf(
        conf.isBrokerDeleteInactiveTopicsEnabled(),
        "brokerDeleteInactiveTopicsEnabled is on: the broker deletes topics that nobody uses for a"
            + " while, and the rights on them end. Set brokerDeleteInactiveTopicsEnabled=false.");
    warnIf(
        conf.isForceDeleteNamespaceAllowed(),
        "forceDeleteNamespaceAllowed is on: whoever may delete a namespace deletes the topics in it"
            + " too, and Pulsar asks about none of them. Set forceDeleteNamespaceAllowed=false.");
    warnIf(
        conf.isForceDeleteTenantAllowed(),
        "forceDeleteTenantAllowed is on: whoever may delete a tenant deletes its namespaces and"
            + " topics too, and Pulsar asks about none of them. Set forceDeleteTenantAllowed=false.");
    warnIf(
        conf.isFunctionsWorkerEnabled(),
        "functionsWorkerEnabled is on: unless functions_worker.yml says otherwise, functions, sources"
            + " and sinks read and write as the worker itself, so whoever may make them in one"
            + " namespace may do so everywhere. Set functionsWorkerEnabled=false, or"
            + " functionAuthProviderClassName with processes or containers as runtime.");
    warnIf(
        !hasInterceptor(conf),
        "brokerInterceptors does not name user-center: a revocation reaches open connections through"
            + " rewritten namespace policies only, and a revoked token or disabled user keeps a"
            + " connection that uses nothing; who holds a proxy's token may do everything; whoever"
            + " signs in reads and adds schemas of every topic; only super users make topics with"
            + " properties, since nobody reads sources of shadow topics there."
            + " Set brokerInterceptors=user-center.");
  }

  private void aboutNewTopics(ServiceConfiguration conf, PulsarRelease release) {
    warnIf(
        conf.isAllowAutoTopicCreation() && release.isBefore("5.0.0"),
        "allowAutoTopicCreation is on: whoever may write or read in a namespace also creates topics"
            + " there, because Pulsar asks no question for it. Set allowAutoTopicCreation=false.");
  }

  /** The broker reads any name from broker.conf, and a misspelled one has no effect. */
  private void aboutNames(ServiceConfiguration conf) {
    for (String name : new TreeSet<>(conf.getProperties().stringPropertyNames())) {
      warnIf(
          name.toLowerCase(Locale.ROOT).startsWith("usercenter")
              && !PluginSettings.NAMES.contains(name),
          name
              + " is no setting of the plugin: it has no effect. Did you mean "
              + PluginSettings.nearest(name)
              + "?");
    }
  }

  private void aboutSignIn(ServiceConfiguration conf) {
    String anonymous = conf.getAnonymousUserRole();
    warnIf(
        anonymous != null && !anonymous.isBlank(),
        "anonymousUserRole is "
            + anonymous
            + ": whoever sends no credential is that user. Leave anonymousUserRole empty.");
  }

  private void aboutProxies(ServiceConfiguration conf) {
    warnIf(
        ServiceKind.trustsProxyIdentity(conf),
        "proxyRoles are set, authenticateOriginalAuthData is off: the broker takes the proxy's word"
            + " for who its clients are, and an expired or revoked token goes on working through the"
            + " proxy until the client reconnects. Set authenticateOriginalAuthData=true here and"
            + " forwardAuthorizationCredentials=true at the proxy.");
    Set<String> trustedProxies = PluginSettings.trustedProxyRoles(conf::getProperty);
    warnIf(
        !conf.getProxyRoles().containsAll(trustedProxies),
        "userCenterTrustedProxyRoles names roles that proxyRoles does not: they tell nothing. Name"
            + " each in both.");
  }

  private void aboutRelease(PulsarRelease release, String pulsar) {
    boolean dropped = release.isBefore("4.0.0");
    warnIf(
        dropped,
        "Pulsar "
            + pulsar
            + " is not supported: it asks too little about tenants and permissions to be enforced."
            + " Run 4.0.14 or newer.");
    warnIf(
        !dropped && release.isBefore(ASKS_ABOUT_TENANTS),
        "Pulsar "
            + pulsar
            + " asks only 'super user?' for tenants, clusters and brokers: rights of the center to"
            + " create, change and delete tenants mean nothing here. Run 4.0.14 or newer.");
    warnIf(
        release.isAfterLine(4, 2) && !release.isOfLine(5, 0),
        "Pulsar "
            + pulsar
            + " is newer than this plugin: new questions are denied, and what it does without asking"
            + " is open to whoever signs in. Look for a newer plugin.");
    warnIf(
        release.preview(),
        "Pulsar " + pulsar + " is not a release. Run a release where it matters.");
  }

  private void warnIf(boolean lacking, String sentence) {
    if (lacking) {
      sentences.add(sentence);
    }
  }
}
