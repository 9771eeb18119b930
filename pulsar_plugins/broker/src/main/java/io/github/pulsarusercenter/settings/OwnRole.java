package io.github.pulsarusercenter.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * The roles of this broker's own client: the cluster's user at the center, and the role in the
 * token of broker.conf. The broker's own calls grant nothing.
 */
public final class OwnRole {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OwnRole() {}

  /**
   * @param cluster the cluster's name at the center
   */
  public static Set<String> of(ServiceConfiguration conf, String cluster) {
    Set<String> roles = new HashSet<>();
    roles.add("broker." + cluster);
    Object claim = conf.getProperty("tokenAuthClaim");
    String name = claim == null || claim.toString().isBlank() ? "sub" : claim.toString();
    String role = claims(conf.getBrokerClientAuthenticationParameters()).path(name).asText();
    if (!role.isEmpty()) {
      roles.add(role);
    }
    return Set.copyOf(roles);
  }

  /**
   * The token's claims, in the forms that Pulsar's AuthenticationToken reads; empty for anything
   * else.
   */
  private static JsonNode claims(String parameters) {
    try {
      String[] part = token(parameters == null ? "" : parameters.strip()).split("\\.", -1);
      return part.length == 3
          ? JSON.readTree(Base64.getUrlDecoder().decode(part[1]))
          : JSON.createObjectNode();
    } catch (IOException | RuntimeException e) {
      // Not a token: another method, whose role broker.conf does not name.
      return JSON.createObjectNode();
    }
  }

  private static String token(String parameters) throws IOException {
    if (parameters.startsWith("file:")) {
      return Files.readString(Path.of(URI.create(parameters))).strip();
    }
    return parameters.startsWith("token:") ? parameters.substring(6) : inJson(parameters);
  }

  private static String inJson(String parameters) {
    try {
      return JSON.readTree(parameters).path("token").asText();
    } catch (JsonProcessingException e) {
      return parameters;
    }
  }
}
