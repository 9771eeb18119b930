package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * A revoked token.
 *
 * @param exp epoch ms when it expires
 */
record RevokedToken(String jti, long exp) {
  void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("jti", jti);
    out.writeNumberField("exp", exp);
    out.writeEndObject();
  }
}
