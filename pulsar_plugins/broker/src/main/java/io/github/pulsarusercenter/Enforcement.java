package io.github.pulsarusercenter;

import io.github.pulsarusercenter.adminapi.HiddenBody;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;

/**
 * The rights decide, except on a proxy's role where the original principal decides.
 *
 * @param intercepting whether the plugin's interceptor sees the calls of the admin API
 */
record Enforcement(Answers answers, ProxyRules proxies, BooleanSupplier intercepting) {
  static final CompletableFuture<Boolean> YES = CompletableFuture.completedFuture(true);
  static final CompletableFuture<Boolean> NO = CompletableFuture.completedFuture(false);

  CompletableFuture<Boolean> answer(BrokerCall call, String role, AuthenticationDataSource data) {
    if (proxies.passes(role, data)) {
      return pass();
    }
    return allows(call, ProxyRules.actingPrincipal(role, data), data) ? YES : NO;
  }

  /** Whether the rights allow the call, without a look at proxies. */
  boolean allows(BrokerCall call, String principal, AuthenticationDataSource data) {
    return answers.allows(call, principal, data);
  }

  static CompletableFuture<Boolean> pass() {
    PluginMetrics.proxyPassed();
    return YES;
  }

  /** Whether a call that makes or changes a topic may hide a source from {@code ShadowTopics}. */
  boolean mayNameSource(AuthenticationDataSource data) {
    return HiddenBody.mayNameSource(intercepting.getAsBoolean(), data);
  }

  /** The broker would store the mode of subscriptions, and it would protect nothing. */
  boolean isModeThatNobodyPassesOn(
      PolicyName policy, PolicyOperation operation, AuthenticationDataSource data) {
    return policy == PolicyName.SUBSCRIPTION_AUTH_MODE
        && operation == PolicyOperation.WRITE
        && (!intercepting.getAsBoolean() || HiddenBody.isFile(data));
  }
}
