package io.github.pulsarusercenter.adminapi;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * An answer that is held back in memory until the broker has written all of it. No thread waits.
 * The build generates {@code JavaxHeldAnswer} from this source.
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
    chain.doFilter(new JakartaLateAnswer(request, this::sent), this);
    if (!request.isAsyncStarted() && held.size() > 0) {
      getResponse().getOutputStream().write(held.toByteArray()); // a refusal
    }
  }

  private CompletableFuture<Void> sent() {
    Ending ending = new Ending();
    try {
      if (getStatus() == SC_OK && held.size() > 0) {
        taker.take(held.toByteArray(), ending);
      } else {
        ending.resume(held.toByteArray());
      }
    } catch (IOException | RuntimeException e) {
      ending.sent.completeExceptionally(e);
    }
    return ending.sent;
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

  private final class Ending implements AdminCall.PausedCall {
    private final CompletableFuture<Void> sent = new CompletableFuture<>();

    @Override
    public void resume(byte[] body) throws IOException {
      try {
        if (body.length > 0) {
          getResponse().getOutputStream().write(body);
        }
      } finally {
        sent.complete(null);
      }
    }

    @Override
    public void refuse(int status, byte[] json) throws IOException {
      setStatus(status);
      setContentType("application/json");
      resume(json);
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
