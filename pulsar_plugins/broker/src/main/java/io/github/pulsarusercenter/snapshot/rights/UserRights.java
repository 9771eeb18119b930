package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.io.IOException;
import java.util.List;

/**
 * A user: name, status and roles.
 *
 * @param status active, disabled or locked
 * @param main the main account of a sub-account, else null
 * @param cred version of its credentials; rises when the password or a secret changes
 * @param tokensFrom epoch ms; tokens issued earlier are refused
 * @param networks where it may act from; null: anywhere
 */
public record UserRights(
    String name,
    String status,
    String main,
    List<Long> roles,
    long cred,
    long tokensFrom,
    NetworkList networks) {
  static final String ACTIVE = "active";

  /**
   * The status that is written for a user with networks, so that a plugin without networks denies
   * it.
   */
  static final String HIDDEN = "disabled";

  /** False for a disabled or locked user. */
  public boolean isActive() {
    return status.equals(ACTIVE);
  }

  /** False for an address outside its networks, and for null where it has networks. */
  public boolean mayActFrom(IpAddress address) {
    return NetworkList.letIn(networks, address);
  }

  void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", name);
    out.writeStringField("status", networks != null && isActive() ? HIDDEN : status);
    out.writeStringField("main", main);
    out.writeArrayFieldStart("roles");
    for (long role : roles) {
      out.writeNumber(role);
    }
    out.writeEndArray();
    out.writeNumberField("cred", cred);
    out.writeNumberField("tokens_from", tokensFrom);
    if (networks != null) {
      out.writeObjectFieldStart("limits");
      out.writeBooleanField("active", isActive());
      Limits.write(out, "networks", networks.names());
      out.writeEndObject();
    }
    out.writeEndObject();
  }
}
