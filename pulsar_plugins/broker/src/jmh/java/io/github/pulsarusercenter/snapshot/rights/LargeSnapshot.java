package io.github.pulsarusercenter.snapshot.rights;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A snapshot of any size, as the center sends it: with a tenth as many users and a fifth as many
 * topics as grants. A million grants are on 200,000 topics and for 100,000 users.
 */
final class LargeSnapshot {
  private final int grants;

  LargeSnapshot(int grants) {
    this.grants = grants;
  }

  /** The packed snapshot, as on the wire. */
  byte[] packed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Writer out =
        new OutputStreamWriter(new GZIPOutputStream(bytes, 1 << 16), StandardCharsets.UTF_8)) {
      out.write(
          "{\"format\":1,\"cluster\":\"prod\",\"epoch\":\"e\",\"revision\":1,\"mark\":\"m\",\"users\":[");
      int users = Math.max(1, grants / 10);
      for (int user = 0; user < users; user++) {
        out.write(
            "%s{\"name\":\"service-%d\",\"status\":\"active\",\"main\":null,\"roles\":[%d,%d],\"cred\":1,\"tokens_from\":0}"
                .formatted(user == 0 ? "" : ",", user, user, users + user % 1_000));
      }
      out.write("],\"grants\":[");
      for (int id = 0; id < grants; id++) {
        out.write(id == 0 ? "" : ",");
        out.write(grant(id, 302));
      }
      out.write("],\"invalid\":[],\"keys\":[],\"revoked\":[]}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A delta that changes one grant; {@code round} chooses the grant and what it gives. */
  String delta(long after, int round) {
    int id = (int) (round * 7_919L % grants);
    return "{\"after\":%d,\"revision\":%d,\"set\":{\"grants\":[%s]},\"gone\":{},\"epoch\":\"e\",\"mark\":\"m\"}"
        .formatted(after, after + 1, grant(id, 302 + round % 2));
  }

  static PermissionSnapshot read(byte[] packed) {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), 1 << 16);
        var parser = new com.fasterxml.jackson.databind.ObjectMapper().createParser(in)) {
      return PermissionSnapshot.read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String grant(int id, int authority) {
    int topic = (int) (id * 31L % Math.max(1, grants / 5));
    int namespace = topic % Math.max(1, grants / 100);
    String name =
        "persistent://tenant-%d/namespace-%d/orders-created-%d"
            .formatted(namespace % 500, namespace, topic);
    return "{\"id\":%d,\"role\":%d,\"type\":4,\"name\":\"%s\",\"auth\":[%d,303],\"from\":null,\"until\":null}"
        .formatted(id, id % Math.max(1, grants / 10), name, authority);
  }
}
