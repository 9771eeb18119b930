package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.settings.PulsarRelease;
import io.github.pulsarusercenter.tenants.BrokerSignIn;
import io.github.pulsarusercenter.tenants.JakartaTenantCall;
import io.github.pulsarusercenter.tenants.JavaxTenantCall;
import io.github.pulsarusercenter.tenants.TenantAdministrators;
import io.github.pulsarusercenter.tenants.TenantRefusal;
import java.io.IOException;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.web.RequestWrapper;
import org.apache.pulsar.common.intercept.InterceptException;

/** What the interceptor does with calls that name administrators of a tenant. */
final class TenantCalls {
  private static final String FIRST_WITH_FILTERS = "4.0.2";

  private final TenantAdministrators administrators;
  private final TenantRefusal refusal;
  private final BrokerSignIn signIn;

  TenantCalls(PulsarService pulsar, PluginRuntime runtime, ProxyRules proxies) {
    ServiceConfiguration conf = pulsar.getConfiguration();
    boolean old = PulsarRelease.of(PulsarVersion.getVersion()).isBefore(FIRST_WITH_FILTERS);
    refusal = old ? new TenantRefusal(conf::getSuperUserRoles) : null;
    signIn = new BrokerSignIn(() -> pulsar.getBrokerService().getAuthenticationService());
    administrators =
        new TenantAdministrators(
            runtime.answers(conf::getSuperUserRoles),
            proxies,
            conf::getSuperUserRoles,
            runtime.settings().cluster(),
            tenant -> pulsar.getPulsarResources().getTenantResources().getTenantAsync(tenant),
            runtime.client()::administrators,
            new CenterCalls(runtime.threads()),
            new OwnChanges(runtime.rights()::revision, runtime.threads()));
  }

  /** Runs before the filters and keeps the body, because it can be read only once. */
  void seen(javax.servlet.http.HttpServletRequest call) throws IOException, InterceptException {
    boolean first = call.getAttribute(TenantAdministrators.SENT) == null;
    if (first && TenantAdministrators.concerns(call.getMethod(), call.getRequestURI())) {
      byte[] body = body(call);
      demandNobodyIsNamed(call.getMethod(), call.getRequestURI(), body);
      call.setAttribute(TenantAdministrators.SENT, body);
    }
  }

  /** The same of brokers from 5.0 on. */
  void seen(jakarta.servlet.http.HttpServletRequest call) throws IOException, InterceptException {
    boolean first = call.getAttribute(TenantAdministrators.SENT) == null;
    if (first && TenantAdministrators.concerns(call.getMethod(), call.getRequestURI())) {
      byte[] body = body(call);
      demandNobodyIsNamed(call.getMethod(), call.getRequestURI(), body);
      call.setAttribute(TenantAdministrators.SENT, body);
    }
  }

  void filter(
      javax.servlet.http.HttpServletRequest request,
      javax.servlet.http.HttpServletResponse response,
      javax.servlet.FilterChain chain)
      throws IOException, javax.servlet.ServletException {
    JavaxTenantCall.filter(request, response, chain, administrators, signIn);
  }

  /** The same of brokers from 5.0 on. */
  void filter(
      jakarta.servlet.http.HttpServletRequest request,
      jakarta.servlet.http.HttpServletResponse response,
      jakarta.servlet.FilterChain chain)
      throws IOException, jakarta.servlet.ServletException {
    JakartaTenantCall.filter(request, response, chain, administrators, signIn);
  }

  private void demandNobodyIsNamed(String method, String path, byte[] body)
      throws IOException, InterceptException {
    if (refusal != null) {
      refusal.demandNobodyIsNamed(method, path, body);
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
