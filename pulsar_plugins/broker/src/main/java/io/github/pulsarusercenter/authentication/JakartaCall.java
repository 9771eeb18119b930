package io.github.pulsarusercenter.authentication;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call of the jakarta servlet API. The build generates {@code JavaxCall} from this source. */
public record JakartaCall(HttpServletRequest request) implements HttpCall {
  private static final Logger log = LoggerFactory.getLogger(JakartaCall.class);

  @Override
  public String header(String name) {
    return request.getHeader(name);
  }

  @Override
  public List<String> headers(String name) {
    return Collections.list(request.getHeaders(name));
  }

  @Override
  public String authType() {
    return request.getAuthType();
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return request.getRequestURI();
  }

  @Override
  public String query() {
    return request.getQueryString();
  }

  @Override
  public String address() {
    return request.getRemoteAddr();
  }

  @Override
  public int port() {
    return request.getRemotePort();
  }

  @Override
  public X509Certificate[] certificates() {
    return (X509Certificate[]) request.getAttribute("jakarta." + CERTIFICATES);
  }

  @Override
  public void whenAnswered(Runnable action) {
    try {
      request.getAsyncContext().addListener(new WhenAnswered(action));
    } catch (IllegalStateException e) {
      log.debug("This call ends unnoticed", e);
    }
  }

  private static final class WhenAnswered implements AsyncListener {
    private final Runnable action;
    private volatile boolean failed;

    WhenAnswered(Runnable action) {
      this.action = action;
    }

    @Override
    public void onComplete(AsyncEvent event) {
      if (!failed) {
        action.run();
      }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      failed = true;
    }

    @Override
    public void onError(AsyncEvent event) {
      failed = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
