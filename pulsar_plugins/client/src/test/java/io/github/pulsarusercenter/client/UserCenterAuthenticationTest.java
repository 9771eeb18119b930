package io.github.pulsarusercenter.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.pulsar.client.api.AuthenticationDataProvider;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.common.api.AuthData;
import org.junit.jupiter.api.Test;

/** The plugin as Pulsar's clients use it, against a token endpoint on the loopback. */
class UserCenterAuthenticationTest extends PluginSetUp {
  @Test
  void showsATokenInBothProtocols() throws Exception {
    UserCenterAuthentication authentication = started("");
    AuthenticationDataProvider data = authentication.getAuthData("broker");
    assertEquals("token", authentication.getAuthMethodName());
    assertEquals("token-1", data.getCommandData());
    assertEquals(
        "token-1", new String(data.authenticate(AuthData.INIT_AUTH_DATA).getBytes(), UTF_8));
    Map<String, String> headers =
        data.getHttpHeaders().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    assertEquals(
        Map.of("Authorization", "Bearer token-1", "X-Pulsar-Auth-Method-Name", "token"), headers);
    assertEquals(
        "grant_type=urn%3Apulsar-user-center%3Agrant-type%3Apassword&username=alice"
            + "&password=pa%3Ass%2Cw%C3%B6rd%261&audience=",
        center.forms.get(0));
  }

  @Test
  void aServiceShowsItsClientSecret() throws Exception {
    String json =
        "{\"url\":\""
            + center.url()
            + "/\",\"clientId\":\"orders\",\"clientSecret\":\"s\\u0065c\"}";
    assertEquals("token-1", shown(started(new UserCenterAuthentication(), json)));
    assertEquals(
        "grant_type=client_credentials&client_id=orders&client_secret=sec&audience=",
        center.forms.get(0));
  }

  @Test
  void aThousandAskersMakeOneRequest() throws Exception {
    center.delayMillis = 200;
    UserCenterAuthentication authentication = started("");
    ExecutorService askers = Executors.newFixedThreadPool(50);
    Callable<String> ask = () -> shown(authentication);
    Set<String> answers =
        askers.invokeAll(java.util.Collections.nCopies(1_000, ask)).stream()
            .map(UserCenterAuthenticationTest::result)
            .collect(Collectors.toSet());
    askers.shutdown();
    assertEquals(Set.of("token-1"), answers);
    assertEquals(1, center.forms.size());
  }

  private static String result(Future<String> answer) {
    try {
      return answer.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tokensAreRenewedBeforeTheirEnd() throws Exception {
    center.lifeSeconds = 2;
    UserCenterAuthentication authentication = started("");
    assertEquals("token-1", shown(authentication));
    // The old token is used until the new one is there.
    eventually(() -> !result(() -> shown(authentication)).equals("token-1"));
  }

  @Test
  void aChallengeIsAnsweredWithAnotherTokenOnceTheOldOneIsNotFresh() throws Exception {
    UserCenterAuthentication authentication = started("");
    AuthenticationDataProvider data = authentication.getAuthData("broker");
    // Just issued: the broker can't mean this token, it asks because of an older connection.
    assertEquals("token-1", new String(data.authenticate(REFRESH).getBytes(), UTF_8));
    center.lifeSeconds = 2;
    UserCenterAuthentication shortLived = started("");
    AuthenticationDataProvider old = shortLived.getAuthData("broker");
    String before = old.getCommandData();
    eventually(() -> !before.equals(result(() -> shown(shortLived))));
    assertNotEquals(before, new String(old.authenticate(REFRESH).getBytes(), UTF_8));
  }

  private static String result(Callable<String> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void startsWithoutTheCenterOnATokenFromAFile() throws Exception {
    center.close();
    Path token = Files.writeString(directory.resolve("broker.jwt"), "spare\n");
    assertEquals("spare", shown(started(",tokenFile:" + token)));
  }

  @Test
  void theSecretIsReadAnewFromItsFile() throws Exception {
    center.lifeSeconds = 2;
    started("");
    eventually(() -> center.forms.size() == 1);
    Files.writeString(directory.resolve("secret"), "rotated");
    eventually(() -> center.forms.size() == 2);
    assertTrue(center.forms.get(1).contains("password=rotated"));
  }

  @Test
  void travelsSerializedAndHidesItsSecrets() throws Exception {
    String parameters = "url:" + center.url() + ",username:alice,password:" + SECRET;
    UserCenterAuthentication authentication = started(new UserCenterAuthentication(), parameters);
    AuthenticationDataProvider data = authentication.getAuthData("broker");
    assertFalse(authentication.toString().contains(SECRET), authentication.toString());
    assertTrue(authentication.toString().contains("alice"));
    assertFalse(data.toString().contains("token-1"), data.toString());
    UserCenterAuthentication copy = copy(authentication);
    assertThrows(PulsarClientException.class, () -> shown(copy));
    copy.start();
    opened.add(copy);
    assertEquals("token-2", shown(copy));
    assertEquals("token-1", copy(data).getCommandData());
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T original) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  @Test
  void theThreadEndsWithTheLastClient() throws Exception {
    UserCenterAuthentication authentication = started("");
    authentication.start();
    assertEquals("token-1", shown(authentication));
    authentication.close();
    assertEquals("token-1", shown(authentication));
    authentication.close();
    eventually(() -> threads() == 0);
    assertThrows(PulsarClientException.class, () -> shown(authentication));
    authentication.close();
  }
}
