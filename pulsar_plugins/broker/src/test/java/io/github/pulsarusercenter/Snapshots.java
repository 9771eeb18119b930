package io.github.pulsarusercenter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Small snapshots for tests. Alice writes acme/orders, bob is disabled, carl is a sub-account of
 * bob.
 */
public final class Snapshots {
  private Snapshots() {}

  public static String json(long revision) {
    return json(revision, "", "");
  }

  /**
   * @param keys JWKs, comma separated
   * @param revoked revoked tokens, comma separated
   */
  public static String json(long revision, String keys, String revoked) {
    return """
        {"format":1,"cluster":"test","revision":%d,
         "users":[
          {"name":"alice","status":"active","main":null,"roles":[1],"cred":3,"tokens_from":0},
          {"name":"bob","status":"disabled","main":null,"roles":[2],"cred":1,"tokens_from":0},
          {"name":"carl","status":"active","main":"bob","roles":[3],"cred":1,"tokens_from":0},
          {"name":"dora","status":"active","main":null,"roles":[],"cred":1,"tokens_from":1700000000000},
          {"name":"keeper","status":"active","main":null,"roles":[10],"cred":1,"tokens_from":0},
          {"name":"root","status":"active","main":null,"roles":[9],"cred":1,"tokens_from":0}],
         "grants":[
          {"id":7,"role":1,"type":3,"name":"acme/orders","auth":[302,303],"from":null,"until":null},
          {"id":9,"role":10,"type":3,"name":"acme/orders","auth":[304],"from":null,"until":null},
          {"id":8,"role":9,"type":0,"name":"*","auth":[4],"from":null,"until":null}],
         "invalid":[],"keys":[%s],"revoked":[%s]}
        """
        .formatted(revision, keys, revoked);
  }

  public static PermissionSnapshot parse(String json) {
    return PermissionSnapshot.parse(tree(json));
  }

  public static JsonNode tree(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON that a snapshot writes, as a tree. */
  public static JsonNode document(PermissionSnapshot snapshot) {
    ObjectMapper json = new ObjectMapper();
    try (TokenBuffer out = new TokenBuffer(json, false)) {
      snapshot.write(out);
      return json.readTree(out.asParser(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes alice's grant away. */
  public static String withoutGrant(long after) {
    return "{\"after\":%d,\"revision\":%d,\"set\":{},\"gone\":{\"grants\":[7]}}"
        .formatted(after, after + 1);
  }
}
