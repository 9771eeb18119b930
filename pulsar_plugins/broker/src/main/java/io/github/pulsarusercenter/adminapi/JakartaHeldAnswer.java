package io.github.pulsarusercenter.adminapi;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * An answer that is held back in memory until the broker has written all of it. The broker answers
 * asynchronously, so its end is the completion of the asynchronous context. No thread waits. The
 * build generates {@code JavaxHeldAnswer} from this source.
 */
final class JakartaHeldAnswer extends HttpServletResponseWrapper {
  /** Far above the policies of a namespace with the most bundles. */
  private static final int MOST_BYTES = 16 << 20;

  private final AdminCall.AnswerTaker taker;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final ServletOutputStream stream = new HeldStream();

  JakartaHeldAnswer(HttpServletResponse response, AdminCall.AnswerTaker taker) {
    super(response);
    this.taker = taker;
  }

  void filter(HttpServletRequest request, FilterChain chain) throws IOException, ServletException {
    chain.doFilter(new HeldRequest(request), this);
    if (!request.isAsyncStarted() && !isCommitted()) {
      send(request.startAsync());
    }
  }

  private void send(AsyncContext context) throws IOException {
    HeldCall call = new HeldCall(context);
    if (getStatus() == SC_OK && held.size() > 0) {
      taker.take(held.toByteArray(), call);
    } else {
      call.resume(held.toByteArray());
    }
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return stream;
  }

  @Override
  public void setContentLength(int length) {
    // Another body is sent.
  }

  @Override
  public void setContentLengthLong(long length) {
    // Another body is sent.
  }

  @Override
  public void flushBuffer() {
    // Nothing is sent before the end.
  }

  /** The answer on its way. */
  private final class HeldCall implements AdminCall.PausedCall {
    private final AsyncContext context;

    HeldCall(AsyncContext context) {
      this.context = context;
    }

    @Override
    public void resume(byte[] body) throws IOException {
      try {
        if (body.length > 0) {
          getResponse().getOutputStream().write(body);
        }
      } finally {
        context.complete();
      }
    }

    @Override
    public void refuse(int status, byte[] json) throws IOException {
      setStatus(status);
      setContentType("application/json");
      resume(json);
    }
  }

  /** The request, whose asynchronous end is the end of the answer. */
  private final class HeldRequest extends HttpServletRequestWrapper {
    HeldRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public AsyncContext startAsync() {
      return startAsync(this, JakartaHeldAnswer.this);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
      AsyncContext context = super.startAsync(request, response);
      return (AsyncContext)
          Proxy.newProxyInstance(
              AsyncContext.class.getClassLoader(),
              new Class<?>[] {AsyncContext.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("complete")) {
                  send(context);
                  return null;
                }
                try {
                  return method.invoke(context, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  private final class HeldStream extends ServletOutputStream {
    @Override
    public void write(int part) throws IOException {
      write(new byte[] {(byte) part}, 0, 1);
    }

    @Override
    public void write(byte[] part, int from, int length) throws IOException {
      if (held.size() + length > MOST_BYTES) {
        throw new IOException("an answer of more than " + MOST_BYTES + " bytes");
      }
      held.write(part, from, length);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException("it takes everything at once");
    }
  }
}
