package io.github.pulsarusercenter.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnRoleTest {
  private static final String TOKEN =
      "e30."
          + Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString("{\"sub\":\"own\",\"role\":\"other\"}".getBytes(UTF_8))
          + ".c2ln";

  @TempDir private Path directory;

  private static Set<String> of(String parameters) {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setBrokerClientAuthenticationParameters(parameters);
    return OwnRole.of(conf, "east");
  }

  @Test
  void isTheSubjectOfTheTokenInBrokerConf() throws IOException {
    Path file = Files.writeString(directory.resolve("own.jwt"), TOKEN + "\n");
    for (String written :
        List.of(
            TOKEN, "token:" + TOKEN, "{\"token\":\"" + TOKEN + "\"}", file.toUri().toString())) {
      assertEquals(Set.of("broker.east", "own"), of(written), written);
    }
  }

  @Test
  void isReadFromTheClaimThatTheProviderReads() {
    ServiceConfiguration conf = new ServiceConfiguration();
    conf.setBrokerClientAuthenticationParameters(TOKEN);
    Properties more = new Properties();
    more.put("tokenAuthClaim", "role");
    conf.setProperties(more);
    assertEquals(Set.of("broker.east", "other"), OwnRole.of(conf, "east"));
  }

  @Test
  void isTheClustersUserWhereNoTokenIsReadable() {
    for (String written :
        new String[] {
          null, "", "tlsCertFile:/x,tlsKeyFile:/y", "file:///not-there", "a.%.c", "x.y.z"
        }) {
      assertEquals(Set.of("broker.east"), of(written), written);
    }
  }
}
