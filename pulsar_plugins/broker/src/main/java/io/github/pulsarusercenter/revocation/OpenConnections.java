package io.github.pulsarusercenter.revocation;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.SetMultimap;
import io.github.pulsarusercenter.snapshot.rights.ChangeScope;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import io.github.pulsarusercenter.vocabulary.ServedTopics;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * All open connections of this broker, indexed by user, main account and role. The cost of a change
 * grows with the connections that it concerns, not with all.
 */
final class OpenConnections {
  private final Supplier<PermissionSnapshot> rights;
  private final Map<Connection, OpenConnection> all = new ConcurrentHashMap<>();
  private final Map<String, Subject> subjects = new HashMap<>();
  private final SetMultimap<String, Subject> byMain = HashMultimap.create();
  private final SetMultimap<Long, Subject> byRole = HashMultimap.create();

  /**
   * @param rights the snapshot in force; null before the first
   */
  OpenConnections(Supplier<PermissionSnapshot> rights) {
    this.rights = rights;
  }

  /**
   * Returns the connection; follows it from now on.
   *
   * @param now epoch ms
   */
  OpenConnection of(Connection connection, long now) {
    OpenConnection found = all.get(connection);
    if (found != null) {
      return found;
    }
    synchronized (this) {
      return all.computeIfAbsent(connection, key -> enlisted(new OpenConnection(key, now)));
    }
  }

  /** The connection, or null if it is not followed. */
  OpenConnection find(Connection connection) {
    return all.get(connection);
  }

  synchronized void remove(Connection connection) {
    OpenConnection gone = all.remove(connection);
    if (gone == null) {
      return;
    }
    for (String name : gone.names()) {
      Subject subject = subjects.get(name);
      subject.connections.remove(gone);
      if (subject.connections.isEmpty()) {
        subjects.remove(name);
        forgetPlace(subject);
      }
    }
  }

  int count() {
    return all.size();
  }

  Collection<OpenConnection> all() {
    return all.values();
  }

  /** The connections of a principal or a proxy of this name. */
  synchronized List<OpenConnection> named(String name) {
    Subject subject = subjects.get(name);
    return subject == null ? List.of() : List.copyOf(subject.connections);
  }

  /** The connections that a change can concern. Called when the change is in force. */
  Collection<OpenConnection> concerned(ChangeScope scope) {
    if (scope.everything()) {
      reindex();
      return all.values();
    }
    Set<OpenConnection> found = new HashSet<>();
    indexed(scope, found);
    if (!scope.places().isEmpty()) {
      all.values().stream()
          .filter(connection -> isUsing(connection, scope.places()))
          .forEach(found::add);
    }
    return found;
  }

  private synchronized void indexed(ChangeScope scope, Set<OpenConnection> found) {
    Set<Subject> concerned = new HashSet<>();
    for (String name : scope.users()) {
      Subject subject = subjects.get(name);
      if (subject != null) {
        concerned.add(subject);
      }
      concerned.addAll(byMain.get(name));
    }
    concerned.forEach(this::replace);
    for (Long role : scope.roles()) {
      concerned.addAll(byRole.get(role));
    }
    concerned.forEach(subject -> found.addAll(subject.connections));
  }

  private static boolean isUsing(OpenConnection connection, Set<String> places) {
    return connection.uses().stream()
        .map(use -> use.on)
        .anyMatch(
            on ->
                places.contains(on.name())
                    || places.contains(on.namespace())
                    || places.contains(on.tenant())
                    || servesOneOf(places, on));
  }

  /** A retry or dead-letter topic may be open by a right on the topic that it serves. */
  private static boolean servesOneOf(Set<String> places, ResourceName on) {
    return ServedTopics.of(on).stream().anyMatch(topic -> places.contains(topic.name()));
  }

  private OpenConnection enlisted(OpenConnection connection) {
    for (String name : connection.names()) {
      Subject subject = subjects.get(name);
      if (subject == null) {
        subject = new Subject(name);
        subjects.put(name, subject);
        place(subject);
      }
      subject.connections.add(connection);
    }
    return connection;
  }

  private synchronized void reindex() {
    subjects.values().forEach(this::replace);
  }

  private void replace(Subject subject) {
    forgetPlace(subject);
    place(subject);
  }

  /**
   * Reads the rights under the lock, so that a connection that is added after {@link #concerned} is
   * indexed by the changed rights.
   */
  private void place(Subject subject) {
    PermissionSnapshot now = rights.get();
    UserRights user = now == null ? null : now.user(subject.name);
    if (user == null) {
      return;
    }
    subject.main = user.main();
    subject.roles.addAll(user.roles());
    UserRights main = now.user(user.main());
    if (main != null) {
      subject.roles.addAll(main.roles());
    }
    if (subject.main != null) {
      byMain.put(subject.main, subject);
    }
    subject.roles.forEach(role -> byRole.put(role, subject));
  }

  private void forgetPlace(Subject subject) {
    byMain.remove(subject.main, subject);
    subject.roles.forEach(role -> byRole.remove(role, subject));
    subject.main = null;
    subject.roles.clear();
  }

  /** A name with open connections and its keys in the index; guarded by the outer object's lock. */
  private static final class Subject {
    final String name;
    final Set<OpenConnection> connections = new HashSet<>();
    final Set<Long> roles = new HashSet<>();
    String main;

    Subject(String name) {
      this.name = name;
    }
  }
}
