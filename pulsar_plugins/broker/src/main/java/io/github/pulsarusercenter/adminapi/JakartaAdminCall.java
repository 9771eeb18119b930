package io.github.pulsarusercenter.adminapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.web.AuthenticationFilter;

/**
 * A call of the jakarta servlet API. The build generates {@code JavaxAdminCall} from this source.
 */
public final class JakartaAdminCall implements AdminCall {
  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final SignIn signIn;
  private AnswerTaker taker;

  private JakartaAdminCall(
      HttpServletRequest request, HttpServletResponse response, SignIn signIn) {
    this.request = request;
    this.response = response;
    this.signIn = signIn;
  }

  /** Runs before the broker's other filters; see {@link AdminCallFilter}. */
  public static void filter(
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain,
      AdminCallFilter filter,
      SignIn signIn)
      throws IOException, ServletException {
    JakartaAdminCall call = new JakartaAdminCall(request, response, signIn);
    boolean again = request.getDispatcherType() == DispatcherType.ASYNC;
    Supplier<CompletableFuture<Void>> first = filter.beforeAnswer(call);
    HttpServletRequest seen =
        first == null
            ? request
            : new JakartaLateAnswer(
                request,
                () ->
                    response.getStatus() / 100 == 2
                        ? first.get()
                        : CompletableFuture.completedFuture(null));
    if (again && request.getAttribute(BODY_FOR_BROKER) instanceof byte[] body) {
      chain.doFilter(new RequestWithBody(seen, body), response);
      return;
    }
    if (filter.take(call)) {
      return;
    }
    if (call.taker == null) {
      chain.doFilter(seen, response);
    } else {
      new JakartaHeldAnswer(response, call.taker).filter(seen, chain);
    }
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
  public String header(String name) {
    return request.getHeader(name);
  }

  @Override
  public byte[] body() {
    return request.getAttribute(SENT_BODY) instanceof byte[] sent ? sent : null;
  }

  @Override
  public boolean signIn() throws javax.naming.AuthenticationException {
    return signIn.of(request, response);
  }

  @Override
  public String role() {
    return (String) request.getAttribute(AuthenticationFilter.AuthenticatedRoleAttributeName);
  }

  @Override
  public AuthenticationDataSource data() {
    return (AuthenticationDataSource)
        request.getAttribute(AuthenticationFilter.AuthenticatedDataAttributeName);
  }

  @Override
  public void refuse(int status, byte[] json) throws IOException {
    response.setStatus(status);
    response.setContentType("application/json");
    response.getOutputStream().write(json);
  }

  @Override
  public PausedCall pause() {
    AsyncContext context = request.startAsync();
    context.setTimeout(LONGEST_MILLIS);
    return new PausedCall() {
      @Override
      public void resume(byte[] body) {
        request.setAttribute(BODY_FOR_BROKER, body);
        context.dispatch();
      }

      @Override
      public void refuse(int status, byte[] json) throws IOException {
        JakartaAdminCall.this.refuse(status, json);
        context.complete();
      }
    };
  }

  @Override
  public void holdAnswer(AnswerTaker answerTaker) {
    taker = answerTaker;
  }

  /** The same request with another body. Every call of getInputStream returns the same stream. */
  private static final class RequestWithBody extends HttpServletRequestWrapper {
    private final int length;
    private final ServletInputStream stream;

    RequestWithBody(HttpServletRequest request, byte[] body) {
      super(request);
      length = body.length;
      stream = new MemoryInputStream(new ByteArrayInputStream(body));
    }

    @Override
    public int getContentLength() {
      return length;
    }

    @Override
    public long getContentLengthLong() {
      return length;
    }

    @Override
    public ServletInputStream getInputStream() {
      return stream;
    }

    @Override
    public BufferedReader getReader() {
      return new BufferedReader(new InputStreamReader(getInputStream(), UTF_8));
    }
  }

  private static final class MemoryInputStream extends ServletInputStream {
    private final ByteArrayInputStream bytes;

    MemoryInputStream(ByteArrayInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("read it, it is there");
    }
  }
}
