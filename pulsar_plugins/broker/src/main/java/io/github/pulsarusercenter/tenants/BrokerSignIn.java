package io.github.pulsarusercenter.tenants;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationService;

/**
 * Signs an HTTP call in as the broker's own filter does it a moment later, whichever provider is
 * responsible. By reflection, because the types of the method are those of the broker's servlet
 * API.
 */
public final class BrokerSignIn implements TenantCall.SignIn {
  private final Supplier<AuthenticationService> service;
  private final Method method;

  /**
   * @param service of the broker, which is there only some time after the interceptor was started
   */
  public BrokerSignIn(Supplier<AuthenticationService> service) {
    this.service = service;
    this.method =
        Arrays.stream(AuthenticationService.class.getMethods())
            .filter(BrokerSignIn::isOfTheFilter)
            .findAny()
            .orElseThrow();
  }

  private static boolean isOfTheFilter(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return method.getName().equals("authenticateHttpRequest")
        && types.length == 2
        && types[1].getSimpleName().equals("HttpServletResponse");
  }

  @Override
  public boolean of(Object request, Object response) throws AuthenticationException {
    try {
      return (boolean) method.invoke(service.get(), request, response);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof AuthenticationException refused ? refused : failed(e);
    } catch (IllegalAccessException e) {
      throw failed(e);
    }
  }

  private static AuthenticationException failed(Exception cause) {
    AuthenticationException failure = new AuthenticationException("Authentication failed");
    failure.initCause(cause);
    return failure;
  }
}
