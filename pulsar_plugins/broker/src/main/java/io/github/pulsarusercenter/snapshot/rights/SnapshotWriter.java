package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Writes parts of a snapshot as the center does, each list in the order of its keys. */
record SnapshotWriter(JsonGenerator out) {
  /** Writes one entry of a list. */
  interface EntryWriter<E> {
    void write(E entry) throws IOException;
  }

  void head(int format, String cluster, RightsPosition position) throws IOException {
    out.writeNumberField("format", format);
    out.writeStringField("cluster", cluster);
    if (position.epoch() != null) {
      out.writeStringField("epoch", position.epoch());
    }
    out.writeNumberField("revision", position.revision());
    if (position.mark() != null) {
      out.writeStringField("mark", position.mark());
    }
  }

  void grants(GrantIndex grants) throws IOException {
    out.writeArrayFieldStart("grants");
    for (Grant grant : grants.sorted()) {
      grant.write(out);
    }
    out.writeEndArray();
  }

  <E> void list(
      String name, HashTrie<String, E> all, Function<E, String> key, EntryWriter<E> writing)
      throws IOException {
    Map<String, E> sorted = new TreeMap<>();
    all.forEach(entry -> sorted.put(key.apply(entry), entry));
    out.writeArrayFieldStart(name);
    for (E entry : sorted.values()) {
      writing.write(entry);
    }
    out.writeEndArray();
  }
}
