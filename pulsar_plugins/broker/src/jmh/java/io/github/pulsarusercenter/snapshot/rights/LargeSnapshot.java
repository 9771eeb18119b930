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
public final class LargeSnapshot {
  /** What the grants name. */
  public enum Kind {
    TOPICS,
    /** Prefixes that begin one topic's name each. */
    PREFIXES,
    /** All topics of one role in one namespace, each granted once. */
    TOPICS_OF_ONE,
    /** All prefixes of one role in one namespace, each granted once; none begins another. */
    PREFIXES_OF_ONE,
    /** The same, but up to five of them begin one topic's name. */
    NESTED_PREFIXES_OF_ONE
  }

  private final int grants;
  private final Kind kind;

  LargeSnapshot(int grants) {
    this(grants, Kind.TOPICS);
  }

  public LargeSnapshot(int grants, Kind kind) {
    this.grants = grants;
    this.kind = kind;
  }

  /** Who holds the grant. */
  public String user(int id) {
    return "service-" + role(id);
  }

  /** The topic that the grant is on, or whose name its prefix begins. */
  public String topic(int id) {
    return "persistent://%s/%s".formatted(namespace(id), localName(id));
  }

  /** The packed snapshot, as on the wire. */
  public byte[] packed() {
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

  public static PermissionSnapshot read(byte[] packed) {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), 1 << 16);
        var parser = new com.fasterxml.jackson.databind.ObjectMapper().createParser(in)) {
      return PermissionSnapshot.read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String grant(int id, int authority) {
    String rights = "\"auth\":[%d,303]".formatted(authority);
    String where =
        kind == Kind.TOPICS || kind == Kind.TOPICS_OF_ONE
            ? "\"type\":4,\"name\":\"%s\",%s".formatted(topic(id), rights)
            : "\"type\":3,\"name\":\"%s\",\"auth\":[],\"limits\":{%s,\"prefix\":\"%s\"}"
                .formatted(namespace(id), rights, localName(id));
    return "{\"id\":%d,\"role\":%d,%s,\"from\":null,\"until\":null}".formatted(id, role(id), where);
  }

  private boolean isOfOne() {
    return kind.name().endsWith("OF_ONE");
  }

  private int role(int id) {
    return isOfOne() ? 0 : id % Math.max(1, grants / 10);
  }

  private String namespace(int id) {
    int namespace = isOfOne() ? 0 : topicNumber(id) % Math.max(1, grants / 100);
    return "tenant-%d/namespace-%d".formatted(namespace % 500, namespace);
  }

  private String localName(int id) {
    int number = isOfOne() ? id : topicNumber(id);
    return kind == Kind.NESTED_PREFIXES_OF_ONE
        ? "orders-created-" + number
        : "orders-created-%07d".formatted(number);
  }

  private int topicNumber(int id) {
    return (int) (id * 31L % Math.max(1, grants / 5));
  }
}
