package io.github.pulsarusercenter.adminapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;

/** A refusal in the JSON form of the broker's own errors, which pulsar-admin reads. */
final class ReasonBody {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ReasonBody() {}

  static byte[] of(String sentence) throws IOException {
    return JSON.writeValueAsBytes(Map.of("reason", sentence));
  }
}
