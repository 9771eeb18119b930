package io.github.pulsarusercenter.adminapi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.authentication.AuthenticationService;

/**
 * Signs an HTTP call in with the broker's own authentication service and thus with any provider, as
 * the broker's filter does a moment later. Uses reflection, because the method's parameter types
 * depend on the broker's servlet API.
 */
public final class BrokerSignIn implements AdminCall.SignIn {
  private final Supplier<AuthenticationService> service;
  private final Method method;

  /**
   * @param service the broker's service, which exists only some time after the interceptor was
   *     started
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
