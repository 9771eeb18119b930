package io.github.pulsarusercenter.adminapi;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A request that is answered only when something else is done. The broker answers asynchronously,
 * and what it answers is sent when it completes the request. The build generates {@code
 * JavaxLateAnswer} from this source.
 */
final class JakartaLateAnswer extends HttpServletRequestWrapper {
  private final Supplier<CompletableFuture<Void>> first;

  /**
   * @param first what is done before the broker's completion
   */
  JakartaLateAnswer(HttpServletRequest request, Supplier<CompletableFuture<Void>> first) {
    super(request);
    this.first = first;
  }

  @Override
  public AsyncContext startAsync() {
    return late(super.startAsync());
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse answer) {
    return late(super.startAsync(request, answer));
  }

  private AsyncContext late(AsyncContext context) {
    Class<?>[] type = {AsyncContext.class};
    InvocationHandler calls =
        (proxy, method, arguments) -> {
          if (method.getName().equals("complete")) {
            begun().whenComplete((done, failure) -> context.complete());
            return null;
          }
          try {
            return method.invoke(context, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return (AsyncContext) Proxy.newProxyInstance(AsyncContext.class.getClassLoader(), type, calls);
  }

  /** A call must be answered, whatever fails before. */
  private CompletableFuture<Void> begun() {
    try {
      return first.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
