package io.github.pulsarusercenter.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.common.api.AuthData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The plugin as Pulsar's clients use it, against a token endpoint on the loopback. */
abstract class PluginSetUp {
  static final String SECRET = "pa:ss,wörd&1";
  static final AuthData REFRESH = AuthData.REFRESH_AUTH_DATA;

  @TempDir Path directory;
  final List<UserCenterAuthentication> opened = new ArrayList<>();
  TokenServer center;

  @BeforeEach
  void start() throws IOException {
    center = new TokenServer();
  }

  @AfterEach
  void stop() {
    opened.forEach(UserCenterAuthentication::close);
    center.close();
  }

  UserCenterAuthentication started(String more) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), SECRET + "\n");
    return started(new UserCenterAuthentication(), parameters(secret) + more);
  }

  String parameters(Path secret) {
    return "url:" + center.url() + ",username:alice,passwordFile:" + secret;
  }

  UserCenterAuthentication started(UserCenterAuthentication authentication, String parameters)
      throws IOException {
    authentication.configure(parameters);
    authentication.start();
    opened.add(authentication);
    return authentication;
  }

  static String shown(UserCenterAuthentication authentication) throws IOException {
    return authentication.getAuthData("broker").getCommandData();
  }

  static void eventually(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
      Thread.sleep(10);
    }
    assertTrue(condition.getAsBoolean());
  }

  static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("user-center-token"))
        .count();
  }
}
