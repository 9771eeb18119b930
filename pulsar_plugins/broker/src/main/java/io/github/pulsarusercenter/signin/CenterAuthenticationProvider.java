package io.github.pulsarusercenter.signin;

import io.github.pulsarusercenter.authentication.AddressRules;
import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.CredentialState;
import io.github.pulsarusercenter.authentication.ForeignData;
import io.github.pulsarusercenter.authentication.HttpCall;
import io.github.pulsarusercenter.authentication.HttpData;
import io.github.pulsarusercenter.authentication.JakartaCall;
import io.github.pulsarusercenter.authentication.JavaxCall;
import io.github.pulsarusercenter.authentication.RefusedException;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.SignInRules;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.naming.AuthenticationException;
import javax.net.ssl.SSLSession;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationProvider;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.common.api.AuthData;

/**
 * Common part of all authentication methods: the runtime, the connection's state, counting and
 * recording. The broker's HTTP filter calls a blocking default that waits for the future returned
 * here, so a verification that needs the network must have a deadline.
 */
public abstract class CenterAuthenticationProvider implements AuthenticationProvider {
  private static final String OUR_PACKAGE = "io.github.pulsarusercenter.";

  private final String method;
  private PluginRuntime runtime;
  private SignInRules rules;
  private AddressRules addresses;
  private boolean chained;

  protected CenterAuthenticationProvider(String method) {
    this.method = method;
  }

  /**
   * Verifies what a client has sent; completes with the credential, or fails with {@link
   * RefusedException}.
   */
  protected abstract CompletableFuture<Credential> verify(SignInData data);

  /** Called once with the runtime, before the first verification. */
  protected abstract void prepare(PluginRuntime runtime, SignInRules signInRules)
      throws IOException;

  /**
   * Pulsar's newer overload with a context calls this one, so one jar serves old and new brokers.
   */
  @Override
  @SuppressWarnings("deprecation")
  public final void initialize(ServiceConfiguration conf) throws IOException {
    runtime = PluginRuntime.acquire(conf);
    rules =
        new SignInRules(
            runtime.rights(), conf::getSuperUserRoles, conf::getProxyRoles, runtime.time());
    addresses =
        new AddressRules(conf, runtime.settings().trustedProxyRoles(), runtime::watchesConnections);
    chained = conf.getAuthenticationProviders().stream().anyMatch(name -> !isOurs(name));
    prepare(runtime, rules);
  }

  private static boolean isOurs(String className) {
    return className.trim().startsWith(OUR_PACKAGE);
  }

  /** Whether other providers than ours are configured too. */
  protected final boolean isChained() {
    return chained;
  }

  @Override
  public final String getAuthMethodName() {
    return method;
  }

  @Override
  public final CompletableFuture<String> authenticateAsync(AuthenticationDataSource data) {
    return check(signInData(data)).thenApply(Credential::principal);
  }

  /** Kept for callers that can't wait for a future (KoP, websocket of older brokers). */
  @Override
  @Deprecated
  public final String authenticate(AuthenticationDataSource data) throws AuthenticationException {
    return RefusedException.await(authenticateAsync(data));
  }

  @Override
  public final AuthenticationState newAuthState(
      AuthData data, SocketAddress address, SSLSession session) {
    return new CredentialState(this::check, rules, addresses, data, address, session);
  }

  @Override
  @Deprecated
  public final AuthenticationState newHttpAuthState(javax.servlet.http.HttpServletRequest request) {
    return httpState(new JavaxCall(request));
  }

  /** The same method of brokers from 5.0 on; an override there, unused elsewhere. */
  public final AuthenticationState newHttpAuthState(
      jakarta.servlet.http.HttpServletRequest request) {
    return httpState(new JakartaCall(request));
  }

  @Override
  public final void close() throws IOException {
    if (runtime != null) {
      runtime.release();
      runtime = null;
    }
  }

  private AuthenticationState httpState(HttpCall call) {
    return new CredentialState(this::check, rules, new HttpData(call, addresses));
  }

  private CompletableFuture<Credential> check(SignInData data) {
    long start = System.nanoTime();
    CompletableFuture<Credential> result;
    try {
      result = verify(data).thenApply(credential -> demandNetwork(credential, data));
    } catch (RuntimeException e) {
      result = CompletableFuture.failedFuture(new RefusedException(Refusal.ERROR));
    }
    return result.handle(
        (credential, failure) -> {
          RefusedException refused = failure == null ? null : RefusedException.of(failure);
          long nanos = System.nanoTime() - start;
          if (refused != null && isLeftToOthers(refused.refusal())) {
            PluginMetrics.signIn(method, refused.refusal(), nanos);
          } else {
            runtime.signIns().record(method, data, credential, refused, nanos);
          }
          if (refused != null) {
            throw new CompletionException(refused);
          }
          data.setCredential(credential);
          runtime.httpUsers().signedIn(data, credential);
          return credential;
        });
  }

  /** Returns the credential if it may be used from its origin. */
  private Credential demandNetwork(Credential credential, SignInData data) {
    try {
      rules.demand(credential, data);
      return credential;
    } catch (RefusedException e) {
      throw new CompletionException(e);
    }
  }

  /** True for a refusal that is not recorded, because the broker asks another provider next. */
  private boolean isLeftToOthers(Refusal refusal) {
    return switch (refusal) {
      case NO_CREDENTIAL -> true;
      case WRONG_ISSUER -> chained;
      case UNKNOWN_PRINCIPAL -> chained && method.equals("basic");
      default -> false;
    };
  }

  private SignInData signInData(AuthenticationDataSource data) {
    SignInData ownData = SignInData.of(data);
    return ownData != null ? ownData : new ForeignData(data, addresses);
  }
}
