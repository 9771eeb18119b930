package io.github.pulsarusercenter.authentication;

import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;

/** A call of the servlet API named jakarta. */
record JakartaCall(HttpServletRequest request) implements HttpCall {
  @Override
  public String header(String name) {
    return request.getHeader(name);
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
}
