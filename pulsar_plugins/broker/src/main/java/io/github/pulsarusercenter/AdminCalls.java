package io.github.pulsarusercenter;

import io.github.pulsarusercenter.adminapi.AdminCall;
import io.github.pulsarusercenter.adminapi.AdminCallFilter;
import io.github.pulsarusercenter.adminapi.AnswersAboutRights;
import io.github.pulsarusercenter.adminapi.BrokerSignIn;
import io.github.pulsarusercenter.adminapi.ChangedPlaces;
import io.github.pulsarusercenter.adminapi.JakartaAdminCall;
import io.github.pulsarusercenter.adminapi.JavaxAdminCall;
import io.github.pulsarusercenter.adminapi.ShadowTopics;
import io.github.pulsarusercenter.adminapi.SubscriptionModes;
import io.github.pulsarusercenter.adminapi.TenantAdministrators;
import io.github.pulsarusercenter.adminapi.TenantRefusal;
import io.github.pulsarusercenter.adminapi.UnaskedCalls;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.settings.OwnRole;
import io.github.pulsarusercenter.settings.PulsarRelease;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.web.RequestWrapper;
import org.apache.pulsar.common.intercept.InterceptException;

/**
 * The interceptor's part for calls that name administrators of a tenant, set the mode of
 * subscriptions, name the source of a shadow topic, make or remove a place, ask what is held on a
 * tenant or namespace, or that the broker asks nothing about.
 */
final class AdminCalls implements AdminCallFilter {
  private static final String FIRST_WITH_FILTERS = "4.0.2";

  private final List<AdminCallFilter> filters;
  private final TenantRefusal refusal;
  private final BrokerSignIn signIn;
  private final ChangedPlaces changed;

  AdminCalls(PulsarService pulsar, PluginRuntime runtime, ProxyRules proxies) {
    ServiceConfiguration conf = pulsar.getConfiguration();
    boolean old = PulsarRelease.of(PulsarVersion.getVersion()).isBefore(FIRST_WITH_FILTERS);
    refusal = old ? new TenantRefusal(conf::getSuperUserRoles) : null;
    signIn = new BrokerSignIn(() -> pulsar.getBrokerService().getAuthenticationService());
    Answers answers = runtime.answers(conf::getSuperUserRoles);
    CenterCalls calls = new CenterCalls(runtime.threads());
    OwnChanges enforced = new OwnChanges(runtime.rights()::revision, runtime.threads());
    filters =
        List.of(
            new TenantAdministrators(
                answers,
                proxies,
                conf::getSuperUserRoles,
                runtime.settings().cluster(),
                tenant -> pulsar.getPulsarResources().getTenantResources().getTenantAsync(tenant),
                runtime.client()::administrators,
                calls,
                enforced),
            new SubscriptionModes(
                answers, proxies, runtime.client()::subscriptionMode, calls, enforced),
            new ShadowTopics(answers, proxies),
            new UnaskedCalls(answers, proxies, runtime.settings().cluster()),
            new AnswersAboutRights(
                answers,
                proxies,
                conf::getSuperUserRoles,
                OwnRole.of(conf, runtime.settings().cluster()),
                runtime.client()::describe,
                new CenterCalls(runtime.threads()))); // who reads holds up nobody's change
    changed = new ChangedPlaces(proxies, runtime.placeReports()::reportCall);
  }

  /** Runs before the filters and keeps the body, because it can be read only once. */
  void keepBody(javax.servlet.http.HttpServletRequest call) throws IOException, InterceptException {
    boolean first = call.getAttribute(AdminCall.SENT_BODY) == null;
    if (first && concerns(call.getMethod(), call.getRequestURI())) {
      byte[] body = body(call);
      demandNothingIsLost(call.getMethod(), call.getRequestURI(), body);
      call.setAttribute(AdminCall.SENT_BODY, body);
    }
  }

  /** The same of brokers from 5.0 on. */
  void keepBody(jakarta.servlet.http.HttpServletRequest call)
      throws IOException, InterceptException {
    boolean first = call.getAttribute(AdminCall.SENT_BODY) == null;
    if (first && concerns(call.getMethod(), call.getRequestURI())) {
      byte[] body = body(call);
      demandNothingIsLost(call.getMethod(), call.getRequestURI(), body);
      call.setAttribute(AdminCall.SENT_BODY, body);
    }
  }

  void filter(
      javax.servlet.http.HttpServletRequest request,
      javax.servlet.http.HttpServletResponse response,
      javax.servlet.FilterChain chain)
      throws IOException, javax.servlet.ServletException {
    JavaxAdminCall.filter(request, response, chain, this, signIn);
  }

  /** The same of brokers from 5.0 on. */
  void filter(
      jakarta.servlet.http.HttpServletRequest request,
      jakarta.servlet.http.HttpServletResponse response,
      jakarta.servlet.FilterChain chain)
      throws IOException, jakarta.servlet.ServletException {
    JakartaAdminCall.filter(request, response, chain, this, signIn);
  }

  @Override
  public boolean concerns(String method, String path) {
    return filters.stream().anyMatch(filter -> filter.concerns(method, path));
  }

  @Override
  public boolean take(AdminCall call) throws IOException {
    for (AdminCallFilter filter : filters) {
      if (filter.take(call)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Supplier<CompletableFuture<Void>> beforeAnswer(AdminCall call) {
    return changed.reportOf(call);
  }

  private void demandNothingIsLost(String method, String path, byte[] body)
      throws IOException, InterceptException {
    if (refusal != null) {
      refusal.demandNoAdministrators(method, path, body);
      SubscriptionModes.refuse(method, path);
      ShadowTopics.refuse(method, path, body);
    }
  }

  /**
   * The body as the broker hands it to interceptors. The request's own stream belongs to the
   * broker.
   */
  private static byte[] body(Object request) throws IOException {
    return request instanceof RequestWrapper wrapper ? wrapper.getBody() : new byte[0];
  }
}
