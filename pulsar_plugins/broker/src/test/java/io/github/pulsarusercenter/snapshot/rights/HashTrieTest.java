package io.github.pulsarusercenter.snapshot.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashTrieTest {
  /** Many keys share a part of their hash or all of it. */
  record Key(int number, int kinds) {
    @Override
    public int hashCode() {
      return number % kinds;
    }
  }

  record Entry(Key key, int value) {}

  @Test
  void behavesAsAMapAndOldCopiesStay() {
    for (int kinds : new int[] {1, 7, 1_000, Integer.MAX_VALUE}) {
      Random random = new Random(kinds);
      Map<Key, Entry> model = new HashMap<>();
      HashTrie<Key, Entry> trie = HashTrie.empty(Entry::key);
      for (int i = 0; i < 10_000; i++) {
        Key key = new Key(random.nextInt(400), kinds);
        HashTrie<Key, Entry> before = trie;
        Entry old = before.get(key);
        if (random.nextInt(2) == 0) {
          model.remove(key);
          trie = trie.with(List.of(), List.of(key));
        } else {
          Key next = new Key(key.number() + 1, kinds);
          model.remove(next);
          model.put(key, new Entry(key, i));
          trie = trie.with(List.of(new Entry(key, i)), List.of(next));
        }
        assertSame(old, before.get(key));
        assertEquals(model.get(key), trie.get(key));
      }
      assertEquals(model, all(trie));
      assertEquals(model, all(HashTrie.of(Entry::key, model.values())));
      HashTrie<Key, Entry> emptied = trie.with(List.of(), new ArrayList<>(model.keySet()));
      assertTrue(emptied.isEmpty());
    }
  }

  @Test
  void ofTwoWithTheSameKeyTheLaterStays() {
    Key key = new Key(3, 5);
    List<Entry> twice = List.of(new Entry(key, 1), new Entry(new Key(4, 5), 2), new Entry(key, 3));
    HashTrie<Key, Entry> trie = HashTrie.of(Entry::key, twice);
    assertEquals(3, trie.get(key).value());
    assertEquals(2, all(trie).size());
    assertNull(trie.with(List.of(), List.of(key)).get(key));
  }

  @Test
  void noChangeIsTheSameTrie() {
    HashTrie<String, String> trie = HashTrie.of(word -> word, List.of("a"));
    assertSame(trie, trie.with(List.of(), List.of("b")));
    assertSame(trie, trie.with(List.of(), List.of()));
  }

  private static Map<Key, Entry> all(HashTrie<Key, Entry> trie) {
    Map<Key, Entry> all = new HashMap<>();
    trie.forEach(entry -> assertNull(all.put(entry.key(), entry), "each once"));
    return all;
  }
}
