package io.github.pulsarusercenter.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket to the center: changes come, reports go (decision 0112). The next message is
 * requested when the one before was read, so a flood waits in the network and not in memory.
 */
public final class CenterLink extends ChangeFeed implements WebSocket.Listener {
  private static final Logger log = LoggerFactory.getLogger(CenterLink.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SEND_SECONDS = 10;

  private final StringBuilder message = new StringBuilder();
  private ObjectNode said = JSON.createObjectNode();
  private volatile WebSocket socket;
  private volatile boolean closed;
  private volatile long intervalSeconds;
  private boolean refused;

  CenterLink(URI source) {
    super(source);
  }

  /** Seconds between two reports, as the center wishes; 0 when it has not said so yet. */
  public long intervalSeconds() {
    return intervalSeconds;
  }

  /** Called when the link could not be opened. */
  void fail(Throwable cause) {
    closed = true;
    end(cause);
  }

  boolean isOpen() {
    return !closed;
  }

  @Override
  public Frame next(long patienceMillis) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    String text = (String) await(end, patienceMillis);
    socket.request(1);
    int colon = text.indexOf("\":");
    if (!text.startsWith("{\"") || colon < 0 || !text.endsWith("}")) {
      PluginMetrics.answerRefused();
      throw new IOException("what answers at " + source() + " is no user center");
    }
    Frame frame = new Frame(text.substring(2, colon), text.substring(colon + 2, text.length() - 1));
    note(frame);
    return frame;
  }

  private void note(Frame frame) throws IOException {
    if (frame.event().equals("time")) {
      intervalSeconds = JSON.readTree(frame.data()).path("interval_seconds").asLong();
    } else if (frame.event().equals("refused")) {
      PluginMetrics.heartbeatFailed();
      if (!refused) {
        JsonNode why = JSON.readTree(frame.data()).path("detail");
        log.warn("The user center took no heartbeat, and tries again: {}", why.asText());
      }
      refused = true;
    }
  }

  /**
   * Reports what has changed since the last report. Called by one thread.
   *
   * @param report the whole report
   * @throws IOException when the link does not take it; the link is closed then
   */
  public void report(ObjectNode report) throws IOException, InterruptedException {
    // The JDK takes messages for a moment after the other side closed.
    if (closed) {
      throw new IOException("the link to the center has ended");
    }
    ObjectNode changes = JSON.createObjectNode();
    report
        .fields()
        .forEachRemaining(
            field -> {
              if (!field.getValue().equals(said.get(field.getKey()))) {
                changes.set(field.getKey(), field.getValue());
              }
            });
    said = report.deepCopy();
    said.remove("used");
    try {
      socket.sendText(changes.toString(), true).get(SEND_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw new IOException("the link to the center takes nothing", e);
    }
  }

  @Override
  public void onOpen(WebSocket opened) {
    socket = opened;
    opened.request(1);
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    message.append(part);
    if (isTooLarge(message.length())) {
      end(tooLarge());
      close();
    } else if (last) {
      arrived(message.toString());
      message.setLength(0);
    } else {
      from.request(1);
    }
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    fail(new IOException("the center closed the link, " + code + " " + reason));
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable cause) {
    fail(cause);
  }

  @Override
  public void close() {
    closed = true;
    WebSocket current = socket;
    if (current != null) {
      current.abort();
    }
    end(null);
  }
}
