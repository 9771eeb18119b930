package io.github.pulsarusercenter.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

/**
 * A center that refuses, is away, hangs, or is not a center: the client's error, and when it asks
 * again.
 */
class RefusalsAndOutagesTest extends PluginSetUp {
  @Test
  void anOutageIsBridgedUntilTheTokenExpires() throws Exception {
    center.lifeSeconds = 5;
    UserCenterAuthentication authentication = started("");
    assertEquals("token-1", shown(authentication));
    center.refuse(503, "temporarily_unavailable");
    eventually(() -> center.forms.size() >= 2);
    assertEquals("token-1", shown(authentication));
    eventually(() -> fails(authentication));
    String message =
        assertThrows(PulsarClientException.class, () -> shown(authentication)).getMessage();
    assertTrue(message.contains("answers 503"), message);
    center.body = null;
    center.status = 200;
    eventually(() -> !fails(authentication));
  }

  private static boolean fails(UserCenterAuthentication authentication) {
    try {
      shown(authentication);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void aWrongPasswordIsReportedAtTheStart() throws Exception {
    center.refuse(400, "invalid_grant");
    String message =
        assertThrows(PulsarClientException.AuthenticationException.class, () -> started(""))
            .getMessage();
    assertTrue(message.contains("user name or password is wrong"), message);
    assertFalse(message.contains(SECRET), message);
    eventually(() -> threads() == 0);
  }

  @Test
  void aRefusalIsNotTriedAgainAndAgain() throws Exception {
    center.lifeSeconds = 1;
    UserCenterAuthentication authentication = started("");
    center.refuse(400, "invalid_grant");
    eventually(() -> fails(authentication));
    for (int i = 0; i < 5; i++) {
      String message =
          assertThrows(PulsarClientException.class, () -> shown(authentication)).getMessage();
      assertTrue(message.contains("user name or password is wrong"), message);
    }
    assertEquals(2, center.forms.size());
  }

  @Test
  void aRefusedClientSecretIsReadFromThe401() throws Exception {
    center.refuse(401, "invalid_client");
    String parameters = "url:" + center.url() + ",clientId:orders,clientSecret:" + SECRET;
    String message =
        assertThrows(
                PulsarClientException.class,
                () -> started(new UserCenterAuthentication(), parameters))
            .getMessage();
    assertTrue(message.contains("invalid_client"), message);
  }

  @Test
  void aMissingSecretFileIsNamed() {
    String parameters = "url:" + center.url() + ",username:a,passwordFile:/does/not/exist";
    String message =
        assertThrows(
                PulsarClientException.class,
                () -> started(new UserCenterAuthentication(), parameters))
            .getMessage();
    assertTrue(message.contains("passwordFile /does/not/exist cannot be read"), message);
  }

  @Test
  void answersOfOtherServersAreRefused() throws Exception {
    for (String body :
        List.of("", "<html>", "[]", "{\"access_token\":\"x\"}", "{\"a\":{", "x".repeat(70_000))) {
      center.body = body;
      UserCenterAuthentication authentication = started("");
      assertThrows(PulsarClientException.class, () -> shown(authentication), body);
    }
    center.body = "";
    center.status = 302;
    UserCenterAuthentication redirected = started("");
    assertTrue(
        assertThrows(PulsarClientException.class, () -> shown(redirected))
            .getMessage()
            .contains("answers 302"));
  }

  @Test
  void theSecondAddressIsUsedWhenTheFirstIsGone() throws Exception {
    TokenServer gone = new TokenServer();
    gone.close();
    Path secret = Files.writeString(directory.resolve("secret"), SECRET);
    String parameters = parameters(secret).replace("url:", "url:" + gone.url() + ",");
    assertEquals("token-1", shown(started(new UserCenterAuthentication(), parameters)));
  }

  @Test
  void anUnknownHostIsNamed() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), SECRET);
    String parameters = "url:https://center.invalid,username:alice,passwordFile:" + secret;
    UserCenterAuthentication authentication = started(new UserCenterAuthentication(), parameters);
    String message =
        assertThrows(PulsarClientException.class, () -> shown(authentication)).getMessage();
    assertTrue(message.contains("the host of https://center.invalid is not known"), message);
  }

  @Test
  void aHungCenterDelaysNoStartAndHardlyANettyThread() throws Exception {
    center.delayMillis = 60_000;
    UserCenterAuthentication authentication = started(",readTimeoutMillis:50000");
    List<String> messages = new ArrayList<>();
    Thread netty = new FastThreadLocalThread(() -> messages.add(failureOf(authentication)));
    netty.start();
    netty.join();
    assertTrue(messages.get(0).contains("not answered within 500 ms"), messages.toString());
  }

  /** Named like Netty's class, because the plugin recognizes it by name. */
  private static final class FastThreadLocalThread extends Thread {
    FastThreadLocalThread(Runnable task) {
      super(task);
    }
  }

  private static String failureOf(UserCenterAuthentication authentication) {
    return assertThrows(PulsarClientException.class, () -> shown(authentication)).getMessage();
  }
}
