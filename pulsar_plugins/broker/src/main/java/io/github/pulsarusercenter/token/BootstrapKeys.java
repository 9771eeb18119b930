package io.github.pulsarusercenter.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The center's public keys from a file, so that the broker's own user can sign in at the very first
 * start, before the center was ever reached. Unused once a snapshot exists.
 */
public final class BootstrapKeys {
  private final Map<String, JsonNode> keys = new HashMap<>();

  /**
   * @param file a JWKS document, or null for no keys
   * @throws IOException with a sentence that says how to fix the file
   */
  public BootstrapKeys(Path file) throws IOException {
    if (file == null) {
      return;
    }
    for (JsonNode key : new ObjectMapper().readTree(Files.readString(file)).path("keys")) {
      if (key.hasNonNull("kid")) {
        keys.put(key.get("kid").asText(), key);
      }
    }
    if (keys.isEmpty()) {
      throw new IOException(
          file
              + " (userCenterBootstrapKeys) holds no keys: store the center's /oauth2/jwks there.");
    }
  }

  JsonNode key(String kid) {
    return keys.get(kid);
  }
}
