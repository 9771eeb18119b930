package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * A user: name, status and roles.
 *
 * @param status active, disabled or locked
 * @param main the main account of a sub-account, else null
 * @param cred version of its credentials; rises when the password or a secret changes
 * @param tokensFrom epoch ms; tokens issued earlier are refused
 */
public record UserRights(
    String name, String status, String main, List<Long> roles, long cred, long tokensFrom) {

  /** False for a disabled or locked user. */
  public boolean isActive() {
    return status.equals("active");
  }

  void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", name);
    out.writeStringField("status", status);
    out.writeStringField("main", main);
    out.writeArrayFieldStart("roles");
    for (long role : roles) {
      out.writeNumber(role);
    }
    out.writeEndArray();
    out.writeNumberField("cred", cred);
    out.writeNumberField("tokens_from", tokensFrom);
    out.writeEndObject();
  }
}
