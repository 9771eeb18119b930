package io.github.pulsarusercenter.heartbeat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.revocation.ConnectionQuestion;
import io.github.pulsarusercenter.revocation.LiveConnections;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the center's questions about live connections, on threads that may block. */
public record ConnectionAnswers(
    UserCenterClient client, Executor threads, String broker, String boot) {
  private static final Logger log = LoggerFactory.getLogger(ConnectionAnswers.class);

  /**
   * @param live the open connections; null where the interceptor does not run
   */
  public void answer(JsonNode question, LiveConnections live) {
    try {
      threads.execute(() -> send(ConnectionQuestion.parse(question), live));
    } catch (RejectedExecutionException e) {
      log.warn("No thread is free to answer the center about live connections");
    }
  }

  private void send(ConnectionQuestion question, LiveConnections live) {
    ObjectNode body = live == null ? question.unfollowed() : question.answer(live);
    try {
      client.connections(body.put("broker", broker).put("boot", boot));
    } catch (IOException e) {
      log.warn("The user center took no answer about live connections: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
