package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.questions.SchemaCommands;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.revocation.Connection;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.apache.pulsar.common.api.proto.BaseCommand.Type;
import org.apache.pulsar.common.api.proto.ServerError;
import org.apache.pulsar.common.intercept.InterceptException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may read and add schemas over the binary protocol. */
class SchemaCommandsTest extends ProviderSetUp {
  private static final String TOPIC = "persistent://acme/orders/created";

  private PluginRuntime runtime;

  @BeforeEach
  void acquire() throws Exception {
    runtime = PluginRuntime.acquire(conf);
  }

  @AfterEach
  void release() {
    runtime.release();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TOPIC,
        "acme/orders/created",
        "persistent://acme/orders/created-partition-0",
        "persistent://acme/orders/created-billing-DLQ"
      })
  void usersOfTheTopicReadAndAddSchemas(String topic) {
    allowed(get(topic), "alice", "alice");
    allowed(add(topic), "alice", "alice");
  }

  @Test
  void administratorsReadSchemasAndDoNotAddThem() {
    allowed(get(TOPIC), "keeper", "keeper");
    refused(ServerError.AuthorizationError, add(TOPIC), "keeper", "keeper");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dora", "bob", "carl", "nobody"})
  void everybodyElseIsRefused(String who) {
    refused(ServerError.AuthorizationError, get(TOPIC), who, who);
    refused(ServerError.AuthorizationError, add(TOPIC), who, who);
  }

  /** The broker finds the same schema by a name of the old kind, whatever its cluster is. */
  @ParameterizedTest
  @ValueSource(
      strings = {"persistent://acme/any/orders/created", "persistent://acme/acme/orders/created"})
  void anOldNameIsRefused(String topic) {
    refused(ServerError.AuthorizationError, get(topic), "alice", "alice");
    refused(ServerError.AuthorizationError, add(topic), "alice", "alice");
  }

  @Test
  void aSystemTopicIsForSuperUsers() {
    String topic = "persistent://acme/orders/__change_events";
    refused(ServerError.AuthorizationError, get(topic), "alice", "alice");
    allowed(get(topic), "broker", "broker");
    allowed(add(topic), "root", "root");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://acme/orders/created", "a/b", ""})
  void aNameThatIsNoneIsRefused(String topic) {
    refused(ServerError.InvalidTopicName, get(topic), "broker", "broker");
    refused(ServerError.InvalidTopicName, add(topic), "broker", "broker");
  }

  @Test
  void behindAProxyTheClientCounts() {
    allowed(get(TOPIC), "alice", "proxy");
    allowed(add(TOPIC), "alice", "proxy");
    refused(ServerError.AuthorizationError, get(TOPIC), "dora", "proxy");
    refused(ServerError.AuthorizationError, get(TOPIC), "dora", "root");
    refused(ServerError.AuthorizationError, get(TOPIC), "proxy", "proxy");
    refused(ServerError.AuthorizationError, get(TOPIC), "alice", "dora");
  }

  @Test
  void beforeTheSignInNothingIsAnsweredNorRecorded() throws Exception {
    refused(ServerError.AuthorizationError, get(TOPIC), "alice", null);
    refused(ServerError.AuthorizationError, get(TOPIC), null, null);
    assertFalse(events().contains("GET_METADATA"));
  }

  @Test
  void aRefusalIsRecorded() throws Exception {
    refused(ServerError.AuthorizationError, get(TOPIC), "dora", "dora");
    assertTrue(events().contains("\"op\":\"GET_METADATA\""));
  }

  @Test
  void observingLetsPass() throws Exception {
    SchemaCommands commands = commands(true);
    assertDoesNotThrow(() -> commands.demand(get(TOPIC), new FakeConnection("dora", "dora")));
    assertTrue(events().contains("\"user\":\"dora\""));
  }

  @ParameterizedTest
  @EnumSource(Type.class)
  void otherCommandsAreNotLookedAt(Type type) {
    boolean schema = type == Type.GET_SCHEMA || type == Type.GET_OR_CREATE_SCHEMA;
    assertEquals(schema, SchemaCommands.concerns(type));
    if (!schema) {
      UserCenterInterceptor interceptor = new UserCenterInterceptor();
      assertDoesNotThrow(() -> interceptor.onPulsarCommand(new BaseCommand().setType(type), null));
    }
  }

  private void allowed(BaseCommand command, String principal, String authenticated) {
    assertDoesNotThrow(
        () -> commands(false).demand(command, new FakeConnection(principal, authenticated)));
  }

  private void refused(
      ServerError error, BaseCommand command, String principal, String authenticated) {
    FakeConnection client = new FakeConnection(principal, authenticated);
    InterceptException failure =
        assertThrows(InterceptException.class, () -> commands(false).demand(command, client));
    assertEquals(error, ServerError.valueOf(failure.getErrorCode()));
  }

  private SchemaCommands commands(boolean observing) {
    return new SchemaCommands(
        runtime.answers(conf::getSuperUserRoles),
        new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles),
        new Targets("test", "test"),
        observing);
  }

  /** Everything that was recorded. Ends the plugin. */
  private String events() throws Exception {
    provider.close();
    runtime.release();
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(directory.resolve("events"))) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static BaseCommand get(String topic) {
    BaseCommand command = new BaseCommand().setType(Type.GET_SCHEMA);
    command.setGetSchema().setRequestId(1).setTopic(topic);
    return command;
  }

  private static BaseCommand add(String topic) {
    BaseCommand command = new BaseCommand().setType(Type.GET_OR_CREATE_SCHEMA);
    command.setGetOrCreateSchema().setRequestId(1).setTopic(topic);
    return command;
  }

  private record FakeConnection(String principal, String authenticated) implements Connection {
    @Override
    public SignInData signIn() {
      return null;
    }

    @Override
    public IpAddress from(String name) {
      return null;
    }

    @Override
    public List<Credential> credentials() {
      return List.of();
    }

    @Override
    public String address() {
      return null;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public CompletableFuture<Void> close() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> settled() {
      return CompletableFuture.completedFuture(null);
    }
  }
}
