package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.questions.SchemaCommands;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.questions.TopicLists;
import io.github.pulsarusercenter.revocation.BrokerConnection;
import io.github.pulsarusercenter.revocation.LiveConnections;
import io.github.pulsarusercenter.revocation.OpenUse;
import io.github.pulsarusercenter.revocation.WebSocketSessions;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import java.io.IOException;
import java.util.Map;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.intercept.BrokerInterceptor;
import org.apache.pulsar.broker.service.Consumer;
import org.apache.pulsar.broker.service.Producer;
import org.apache.pulsar.broker.service.ServerCnx;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.intercept.InterceptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the plugin what is open in the broker, so that a revocation reaches open connections
 * in milliseconds. Refuses calls and commands that the broker would carry out without a question.
 * Does nothing per message, and one comparison per command. The connection callbacks never let an
 * exception reach the broker.
 */
public final class UserCenterInterceptor implements BrokerInterceptor {
  private static final Logger log = LoggerFactory.getLogger(UserCenterInterceptor.class);

  private PluginRuntime runtime;
  private volatile LiveConnections live;
  private ProxyRules proxies;
  private volatile AdminCalls adminCalls;
  private volatile SchemaCommands schemas;
  private volatile TopicLists topicLists;

  @Override
  public void initialize(PulsarService pulsar) throws IOException {
    runtime = PluginRuntime.acquire(pulsar.getConfiguration());
    ServiceConfiguration conf = pulsar.getConfiguration();
    proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    live = runtime.watchConnections();
    // While observing, Pulsar's own provider goes by the administrators in Pulsar's metadata.
    if (!runtime.isObserving()) {
      adminCalls = new AdminCalls(pulsar, runtime, proxies);
    }
    if (runtime.isAuthorizing()) {
      Answers answers = runtime.answers(conf::getSuperUserRoles);
      Targets targets = new Targets(runtime.settings().cluster(), conf.getClusterName());
      boolean onlyWriters = runtime.settings().onlyWritersAddSchemas();
      topicLists = new TopicLists(answers, proxies, targets);
      schemas =
          new SchemaCommands(
              answers,
              proxies,
              targets,
              onlyWriters ? pulsar.getBrokerService()::getTopicIfExists : null,
              runtime.isObserving());
    }
    if (conf.isWebSocketServiceEnabled()) {
      WebSocketSessions sessions =
          new WebSocketSessions(pulsar, runtime.httpUsers(), live, runtime.time());
      runtime.everySecond(sessions::look);
      live.runFirst(sessions::look);
    }
  }

  @Override
  public void onConnectionCreated(ServerCnx connection) {
    safely(
        () -> {
          if (proxies.mustClose(connection.getAuthRole(), connection.getPrincipal())) {
            log.warn(
                "Closing a connection of {}: the role is in proxyRoles, is no super user and names no"
                    + " original principal. See docs/operators/websocket.md",
                LogText.of(connection.getAuthRole()));
            connection.ctx().close();
            return;
          }
          BrokerConnection brokerConnection = new BrokerConnection(connection);
          brokerConnection.setPeerOwner();
          live.connected(brokerConnection);
        });
  }

  @Override
  public void onConnectionClosed(ServerCnx connection) {
    safely(() -> live.disconnected(new BrokerConnection(connection)));
  }

  @Override
  public void producerCreated(
      ServerCnx connection, Producer producer, Map<String, String> metadata) {
    safely(() -> live.opened(new BrokerConnection(connection), OpenUse.of(producer)));
  }

  @Override
  public void producerClosed(
      ServerCnx connection, Producer producer, Map<String, String> metadata) {
    safely(() -> live.closed(new BrokerConnection(connection), producer));
  }

  @Override
  public void consumerCreated(
      ServerCnx connection, Consumer consumer, Map<String, String> metadata) {
    safely(() -> live.opened(new BrokerConnection(connection), OpenUse.of(consumer)));
  }

  @Override
  public void consumerClosed(
      ServerCnx connection, Consumer consumer, Map<String, String> metadata) {
    safely(() -> live.closed(new BrokerConnection(connection), consumer));
  }

  @Override
  public void onPulsarCommand(BaseCommand command, ServerCnx connection) throws InterceptException {
    if (schemas == null) {
      return;
    }
    switch (command.getType()) {
        // The broker asks the authorization provider about all other commands.
      case GET_SCHEMA, GET_OR_CREATE_SCHEMA, SUBSCRIBE ->
          schemas.demand(command, new BrokerConnection(connection));
      case GET_TOPICS_OF_NAMESPACE_RESPONSE, WATCH_TOPIC_LIST_SUCCESS, WATCH_TOPIC_UPDATE ->
          topicLists.leaveOut(command, new BrokerConnection(connection));
      default -> {}
    }
  }

  @Override
  public void onWebserviceRequest(javax.servlet.ServletRequest request)
      throws IOException, InterceptException {
    if (adminCalls != null && request instanceof javax.servlet.http.HttpServletRequest call) {
      adminCalls.keepBody(call);
    }
  }

  @Override
  public void onWebserviceResponse(
      javax.servlet.ServletRequest request, javax.servlet.ServletResponse response) {
    // Nothing to add.
  }

  /** Runs before the broker's other filters, including the sign-in. */
  @Override
  public void onFilter(
      javax.servlet.ServletRequest request,
      javax.servlet.ServletResponse response,
      javax.servlet.FilterChain chain)
      throws IOException, javax.servlet.ServletException {
    if (adminCalls != null
        && request instanceof javax.servlet.http.HttpServletRequest call
        && response instanceof javax.servlet.http.HttpServletResponse answer) {
      adminCalls.filter(call, answer, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  /** The same callback of brokers from 5.0 on; older brokers never call it. */
  public void onFilter(
      jakarta.servlet.ServletRequest request,
      jakarta.servlet.ServletResponse response,
      jakarta.servlet.FilterChain chain)
      throws IOException, jakarta.servlet.ServletException {
    if (adminCalls != null
        && request instanceof jakarta.servlet.http.HttpServletRequest call
        && response instanceof jakarta.servlet.http.HttpServletResponse answer) {
      adminCalls.filter(call, answer, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  /**
   * The same callback of brokers from 5.0 on, where it has no default; older brokers never call it.
   */
  public void onWebserviceRequest(jakarta.servlet.ServletRequest request)
      throws IOException, InterceptException {
    if (adminCalls != null && request instanceof jakarta.servlet.http.HttpServletRequest call) {
      adminCalls.keepBody(call);
    }
  }

  /** The same callback of brokers from 5.0 on. */
  public void onWebserviceResponse(
      jakarta.servlet.ServletRequest request, jakarta.servlet.ServletResponse response) {
    // Nothing to add.
  }

  @Override
  public void close() {
    if (runtime != null) {
      runtime.release();
      runtime = null;
    }
  }

  private void safely(Runnable step) {
    try {
      if (live != null) {
        step.run();
      }
    } catch (RuntimeException e) {
      log.error("Following the broker's connections failed; revocation may need a reconnect", e);
    }
  }
}
