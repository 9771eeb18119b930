package io.github.pulsarusercenter.snapshot.rights;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * An immutable set of entries, found by a key that each entry holds: a trie over the key's hash
 * with up to 32 branches a level and no empty slots. A changed copy shares all nodes except the few
 * on the path to the change, so that one changed right costs nearly the same among a thousand and
 * among a million. The trie takes 10 to 15 bytes per entry; Vavr's map takes 36, PCollections' 88
 * (decisions 0027, 0073).
 */
final class HashTrie<K, E> {
  /** Gets the key of an entry. */
  interface Keys<K, E> {
    K of(E entry);
  }

  private static final int BITS = 5;
  private static final int LAST_SHIFT = 30;
  private static final Node EMPTY = new Node(0, 0, new Object[0]);

  /**
   * The slots hold entries first, then nodes, each in the order of their bits. Nodes below {@link
   * #LAST_SHIFT} hold entries of the same hash only, in any order.
   */
  private record Node(int entries, int nodes, Object[] slots) {
    int entryAt(int bit) {
      return Integer.bitCount(entries & (bit - 1));
    }

    int nodeAt(int bit) {
      return Integer.bitCount(entries) + Integer.bitCount(nodes & (bit - 1));
    }
  }

  private final Keys<K, E> keys;
  private final Node root;

  private HashTrie(Keys<K, E> keys, Node root) {
    this.keys = keys;
    this.root = root;
  }

  static <K, E> HashTrie<K, E> empty(Keys<K, E> keys) {
    return new HashTrie<>(keys, EMPTY);
  }

  /**
   * Builds the trie of all entries at once, much cheaper than adding one by one. Of two with the
   * same key the later stays.
   */
  static <K, E> HashTrie<K, E> of(Keys<K, E> keys, Collection<E> all) {
    Object[] entries = all.toArray();
    HashTrie<K, E> trie = new HashTrie<>(keys, EMPTY);
    return entries.length == 0
        ? trie
        : new HashTrie<>(
            keys, trie.built(entries, new Object[entries.length], 0, entries.length, 0));
  }

  boolean isEmpty() {
    return root.slots.length == 0;
  }

  /** The entry of this key, or null. */
  E get(K key) {
    int hash = scrambled(key.hashCode());
    Node node = root;
    for (int shift = 0; shift <= LAST_SHIFT; shift += BITS) {
      int bit = bit(hash, shift);
      if ((node.entries & bit) != 0) {
        E entry = entry(node.slots[node.entryAt(bit)]);
        return keys.of(entry).equals(key) ? entry : null;
      }
      if ((node.nodes & bit) == 0) {
        return null;
      }
      node = (Node) node.slots[node.nodeAt(bit)];
    }
    int found = indexOf(node, key);
    return found < 0 ? null : entry(node.slots[found]);
  }

  void forEach(Consumer<? super E> action) {
    forEach(root, 0, action);
  }

  private void forEach(Node node, int shift, Consumer<? super E> action) {
    int entries = shift > LAST_SHIFT ? node.slots.length : Integer.bitCount(node.entries);
    for (int i = 0; i < node.slots.length; i++) {
      if (i < entries) {
        action.accept(entry(node.slots[i]));
      } else {
        forEach((Node) node.slots[i], shift + BITS, action);
      }
    }
  }

  /** A copy without the entries of these keys, then with {@code put}. */
  HashTrie<K, E> with(Collection<E> put, Collection<K> gone) {
    Node after = root;
    for (K key : gone) {
      after = without(after, 0, scrambled(key.hashCode()), key);
    }
    for (E entry : put) {
      after = with(after, 0, hash(entry), entry);
    }
    return after == root ? this : new HashTrie<>(keys, after);
  }

  private Node with(Node node, int shift, int hash, E entry) {
    if (shift > LAST_SHIFT) {
      int found = indexOf(node, keys.of(entry));
      return found < 0
          ? new Node(0, 0, inserted(node.slots, node.slots.length, entry))
          : new Node(0, 0, replaced(node.slots, found, entry));
    }
    int bit = bit(hash, shift);
    if ((node.nodes & bit) != 0) {
      int at = node.nodeAt(bit);
      Node below = with((Node) node.slots[at], shift + BITS, hash, entry);
      return new Node(node.entries, node.nodes, replaced(node.slots, at, below));
    }
    int at = node.entryAt(bit);
    if ((node.entries & bit) == 0) {
      return new Node(node.entries | bit, node.nodes, inserted(node.slots, at, entry));
    }
    E existing = entry(node.slots[at]);
    if (keys.of(existing).equals(keys.of(entry))) {
      return new Node(node.entries, node.nodes, replaced(node.slots, at, entry));
    }
    Node below = with(EMPTY, shift + BITS, hash(existing), existing);
    below = with(below, shift + BITS, hash, entry);
    Node less = new Node(node.entries & ~bit, node.nodes | bit, removed(node.slots, at));
    return new Node(less.entries, less.nodes, inserted(less.slots, less.nodeAt(bit), below));
  }

  private Node without(Node node, int shift, int hash, K key) {
    if (shift > LAST_SHIFT) {
      int found = indexOf(node, key);
      return found < 0 ? node : new Node(0, 0, removed(node.slots, found));
    }
    int bit = bit(hash, shift);
    if ((node.entries & bit) != 0) {
      int at = node.entryAt(bit);
      boolean matches = keys.of(entry(node.slots[at])).equals(key);
      return matches ? new Node(node.entries & ~bit, node.nodes, removed(node.slots, at)) : node;
    }
    if ((node.nodes & bit) == 0) {
      return node;
    }
    int at = node.nodeAt(bit);
    Node before = (Node) node.slots[at];
    Node below = without(before, shift + BITS, hash, key);
    if (below == before) {
      return node;
    }
    if (below.slots.length == 1 && below.nodes == 0) {
      // A single entry moves up: it needs no node.
      Node less = new Node(node.entries, node.nodes & ~bit, removed(node.slots, at));
      Object[] slots = inserted(less.slots, less.entryAt(bit), below.slots[0]);
      return new Node(less.entries | bit, less.nodes, slots);
    }
    return new Node(node.entries, node.nodes, replaced(node.slots, at, below));
  }

  /** The node of {@code all[from..to)}; sorts that range. */
  private Node built(Object[] all, Object[] spare, int from, int to, int shift) {
    if (shift > LAST_SHIFT) {
      Node same = EMPTY;
      for (int i = from; i < to; i++) {
        same = with(same, shift, 0, entry(all[i]));
      }
      return same;
    }
    int[] ends = sorted(all, spare, from, to, shift);
    int entries = 0;
    int nodes = 0;
    for (int branch = 0, start = from; branch < ends.length; start = ends[branch++]) {
      entries |= ends[branch] - start == 1 ? 1 << branch : 0;
      nodes |= ends[branch] - start > 1 ? 1 << branch : 0;
    }
    Node node = new Node(entries, nodes, new Object[Integer.bitCount(entries | nodes)]);
    for (int branch = 0, start = from; branch < ends.length; start = ends[branch++]) {
      if (ends[branch] - start == 1) {
        node.slots[node.entryAt(1 << branch)] = all[start];
      } else if (ends[branch] - start > 1) {
        Node below = built(all, spare, start, ends[branch], shift + BITS);
        node.slots[node.nodeAt(1 << branch)] = below;
      }
    }
    return node;
  }

  /** Sorts the entries by branch, stably; returns the end of each branch. */
  private int[] sorted(Object[] all, Object[] spare, int from, int to, int shift) {
    int[] ends = new int[1 << BITS];
    for (int i = from; i < to; i++) {
      ends[branch(hash(entry(all[i])), shift)]++;
    }
    int sum = from;
    for (int branch = 0; branch < ends.length; branch++) {
      int count = ends[branch];
      ends[branch] = sum;
      sum += count;
    }
    for (int i = from; i < to; i++) {
      spare[ends[branch(hash(entry(all[i])), shift)]++] = all[i];
    }
    System.arraycopy(spare, from, all, from, to - from);
    return ends;
  }

  private int indexOf(Node node, K key) {
    for (int i = 0; i < node.slots.length; i++) {
      if (keys.of(entry(node.slots[i])).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private int hash(E entry) {
    return scrambled(keys.of(entry).hashCode());
  }

  @SuppressWarnings("unchecked")
  private E entry(Object slot) {
    return (E) slot;
  }

  private static int branch(int hash, int shift) {
    return hash >>> shift & 31;
  }

  private static int bit(int hash, int shift) {
    return 1 << branch(hash, shift);
  }

  /** Consecutive numbers have consecutive hashes; this mixes their bits. */
  private static int scrambled(int hash) {
    int mixed = hash * 0x9E3779B1;
    return mixed ^ mixed >>> 15;
  }

  private static Object[] replaced(Object[] slots, int at, Object replacement) {
    Object[] copy = slots.clone();
    copy[at] = replacement;
    return copy;
  }

  private static Object[] inserted(Object[] slots, int at, Object more) {
    Object[] copy = Arrays.copyOf(slots, slots.length + 1);
    System.arraycopy(slots, at, copy, at + 1, slots.length - at);
    copy[at] = more;
    return copy;
  }

  private static Object[] removed(Object[] slots, int at) {
    Object[] copy = Arrays.copyOf(slots, slots.length - 1);
    System.arraycopy(slots, at + 1, copy, at, copy.length - at);
    return copy;
  }
}
