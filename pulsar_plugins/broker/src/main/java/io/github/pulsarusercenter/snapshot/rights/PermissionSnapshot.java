package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * All rights of one cluster at one revision. Immutable; a delta makes a new snapshot that shares
 * unchanged parts. The twin of {@code app/access/rights_snapshot.py}.
 */
public final class PermissionSnapshot {
  /** The newest format that this plugin reads and asks the center for. */
  public static final int NEWEST_FORMAT = Changes.RULED_FORMAT;

  /** The center's limit is 128 characters; each may be two Java chars. */
  private static final int LONGEST_USER_NAME = 256;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String cluster;
  private final RightsPosition position;
  private final HashTrie<String, UserRights> users;
  private final GrantIndex grants;
  private final WindowEdges edges;
  private final HashTrie<String, String> invalid;
  private final HashTrie<String, JsonNode> keys;
  private final HashTrie<String, RevokedToken> revoked;
  private final HashTrie<String, SubscriptionRules> subscriptionRules;
  private final boolean networks;

  /** The same object as long as the same user names exist. */
  private final Object names;

  /** A whole snapshot. */
  private PermissionSnapshot(Changes all) {
    cluster = all.cluster;
    position = new RightsPosition(all.epoch, all.revision, all.mark);
    users = HashTrie.of(UserRights::name, all.users);
    grants = GrantIndex.of(all.grants);
    edges = WindowEdges.NONE.with(all.grants, grants::forEach);
    invalid = HashTrie.of(name -> name, all.invalid);
    keys = HashTrie.of(PermissionSnapshot::kid, all.keys);
    revoked = HashTrie.of(RevokedToken::jti, all.revoked);
    subscriptionRules = HashTrie.of(SubscriptionRules::namespace, all.subscriptionRules);
    networks = all.networks;
    names = users;
  }

  private PermissionSnapshot(PermissionSnapshot before, Changes delta) {
    cluster = before.cluster;
    String epoch = delta.epoch == null ? before.position.epoch() : delta.epoch;
    position = new RightsPosition(epoch, delta.revision, delta.mark);
    users = before.users.with(delta.users, delta.goneUsers);
    grants = before.grants.with(delta.grants, delta.goneGrants);
    edges = before.edges.with(delta.grants, grants::forEach);
    invalid = before.invalid.with(delta.invalid, delta.goneInvalid);
    keys = before.keys.with(delta.keys, delta.goneKeys);
    revoked = before.revoked.with(delta.revoked, delta.goneRevoked);
    subscriptionRules =
        before.subscriptionRules.with(delta.subscriptionRules, delta.goneSubscriptionRules);
    networks = before.networks || delta.networks;
    boolean sameNames = delta.goneUsers.isEmpty();
    for (UserRights user : delta.users) {
      sameNames &= before.user(user.name()) != null;
    }
    names = sameNames ? before.names : users;
  }

  /** The rights of one user, among the users and switched-off places of another snapshot. */
  PermissionSnapshot(PermissionSnapshot own, String principal, PermissionSnapshot around) {
    cluster = around.cluster;
    position = around.position;
    users = around.users.with(List.of(own.user(principal)), List.of());
    grants = own.grants;
    edges = own.edges;
    invalid = around.invalid;
    keys = own.keys;
    revoked = own.revoked;
    subscriptionRules = own.subscriptionRules;
    networks = own.networks;
    names = around.names;
  }

  /**
   * Reads the center's answer to GET /snapshot.
   *
   * @param cluster the cluster that the snapshot must be for
   */
  public static PermissionSnapshot read(InputStream in, String cluster) throws IOException {
    try (JsonParser parser = JSON.createParser(in)) {
      PermissionSnapshot fresh = read(parser);
      if (!cluster.equals(fresh.cluster())) {
        throw new IOException(
            "the center's snapshot is for cluster %s, this broker is in %s: check userCenterCluster and the credential"
                .formatted(fresh.cluster(), cluster));
      }
      return fresh;
    }
  }

  /**
   * Reads the center's answer to GET /snapshot, or what {@link #write} wrote, as a stream.
   *
   * @param in positioned before the first token; not closed
   * @throws IllegalArgumentException with a sentence, when it is not such a snapshot
   * @throws IOException when it is not JSON or can't be read to its end
   */
  public static PermissionSnapshot read(JsonParser in) throws IOException {
    Changes all = ChangesReader.read(in, GrantIndex.EMPTY);
    all.demandWhole();
    return new PermissionSnapshot(all);
  }

  /** The same for a document in memory. */
  public static PermissionSnapshot parse(JsonNode json) {
    try (JsonParser in = (json == null ? JSON.nullNode() : json).traverse(JSON)) {
      return read(in);
    } catch (IOException e) {
      throw new UncheckedIOException("A document in memory can be read", e);
    }
  }

  /**
   * The snapshot after a delta; this snapshot when it contains the delta already.
   *
   * @throws SnapshotGapException when a delta before it was missed
   * @throws IllegalArgumentException with a sentence, when it is not a delta
   */
  public PermissionSnapshot apply(JsonNode delta) throws SnapshotGapException {
    try (JsonParser in = delta.traverse(JSON)) {
      return apply(in);
    } catch (IOException e) {
      throw new UncheckedIOException("A document in memory can be read", e);
    }
  }

  /** What a delta to this snapshot can concern. */
  public ChangeScope scopeOf(JsonNode delta) {
    return ChangeScope.by(delta, grants::roleOf);
  }

  /** {@link #apply(JsonNode)} for a delta as a stream. */
  PermissionSnapshot apply(JsonParser in) throws SnapshotGapException, IOException {
    Changes delta = ChangesReader.read(in, grants);
    return delta.leadsOnFrom(position) ? new PermissionSnapshot(this, delta) : this;
  }

  /** Writes the same JSON as the center's, as a stream, with lists in a stable order. */
  public void write(JsonGenerator out) throws IOException {
    SnapshotWriter writer = new SnapshotWriter(out);
    out.writeStartObject();
    writer.head(format(), cluster, position);
    writer.list("users", users, UserRights::name, user -> user.write(out));
    writer.grants(grants);
    writer.list("invalid", invalid, name -> name, out::writeString);
    writer.list("keys", keys, PermissionSnapshot::kid, out::writeTree);
    writer.list("revoked", revoked, RevokedToken::jti, token -> token.write(out));
    if (!subscriptionRules.isEmpty()) {
      writer.list(
          "subscription_rules",
          subscriptionRules,
          SubscriptionRules::namespace,
          rules -> rules.write(out));
    }
    out.writeEndObject();
  }

  /** The oldest format in which all of it can be written. */
  public int format() {
    return subscriptionRules.isEmpty() ? Changes.FORMAT : Changes.RULED_FORMAT;
  }

  public long revision() {
    return position.revision();
  }

  /** The epoch, revision and mark of this snapshot. */
  public RightsPosition position() {
    return position;
  }

  public String cluster() {
    return cluster;
  }

  /** The user of this exact name, or null. */
  public UserRights user(String name) {
    return name == null ? null : users.get(name);
  }

  /**
   * True when a prefix of {@code text} is the name of a user.
   *
   * @param from the shortest length of the prefix
   * @param mayEnd accepts the lengths at which a prefix may end
   */
  public boolean hasUserNamedLike(String text, int from, IntPredicate mayEnd) {
    int last = Math.min(text.length(), LONGEST_USER_NAME);
    for (int end = from; end <= last; end++) {
      if (mayEnd.test(end) && users.get(text.substring(0, end)) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether all that decisions rest on, beside the rights of the user asked about, is the same in
   * both: which users exist, what is switched off, rules about subscriptions, whether addresses
   * count. False also when that is not known.
   */
  public boolean isSameAround(PermissionSnapshot other) {
    return names == other.names
        && invalid == other.invalid
        && subscriptionRules == other.subscriptionRules
        && networks == other.networks;
  }

  /** Whether a user, its main account and their grants are the same in both. */
  public boolean isSameFor(String name, PermissionSnapshot other) {
    UserRights user = user(name);
    return hasSameGrants(user, other.user(name), other)
        && (user == null || hasSameGrants(user(user.main()), other.user(user.main()), other));
  }

  /** Unchanged parts are shared by both, so this compares no contents. */
  private boolean hasSameGrants(UserRights user, UserRights after, PermissionSnapshot other) {
    return user == after
        && (user == null || user.roles().stream().allMatch(id -> role(id) == other.role(id)));
  }

  /** The grants of a role; empty for an unknown one. */
  public RoleRights role(Long role) {
    return grants.role(role);
  }

  /**
   * The first moment after {@code millis} at which a window may open or close; Long.MAX_VALUE when
   * there is none. Epoch ms.
   */
  public long nextEdge(long millis) {
    return edges.after(millis);
  }

  /**
   * True when a grant or a user may be limited to networks. False: no answer depends on an address.
   */
  public boolean hasNetworks() {
    return networks;
  }

  /** True when any resource is invalid. */
  public boolean hasInvalid() {
    return !invalid.isEmpty();
  }

  /**
   * True when this tenant, namespace or topic itself is invalid, regardless of the places above it.
   */
  public boolean isInvalid(String name) {
    return !invalid.isEmpty() && invalid.get(name) != null;
  }

  /** The rules of a namespace about subscriptions; null when it has none. */
  public SubscriptionRules subscriptionRules(String namespace) {
    return subscriptionRules.isEmpty() ? null : subscriptionRules.get(namespace);
  }

  public boolean isRevoked(String jti) {
    return jti != null && revoked.get(jti) != null;
  }

  /** The public key of this id as a JWK, or null. */
  public JsonNode key(String kid) {
    return kid == null ? null : keys.get(kid);
  }

  private static String kid(JsonNode key) {
    return key.get("kid").textValue();
  }
}
