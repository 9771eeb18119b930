package io.github.pulsarusercenter.snapshot;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * An immutable map in small pieces. A changed copy shares all pieces but the few that changed, so
 * that one changed right costs the same whether there are a thousand or a million.
 */
final class CopyOnChangeMap<K, V> {
  private static final int PER_PIECE = 32;
  private static final CopyOnChangeMap<Object, Object> EMPTY = of(Map.of());

  private final Map<K, V>[] pieces;
  private final int size;

  private CopyOnChangeMap(Map<K, V>[] pieces, int size) {
    this.pieces = pieces;
    this.size = size;
  }

  static <K, V> CopyOnChangeMap<K, V> of(Map<K, V> all) {
    int count = Integer.highestOneBit(Math.max(1, all.size() / PER_PIECE) * 2 - 1);
    Map<K, V>[] pieces = newPieces(count);
    all.forEach((key, value) -> owned(pieces, key).put(key, value));
    return new CopyOnChangeMap<>(pieces, all.size());
  }

  @SuppressWarnings("unchecked")
  static <K, V> CopyOnChangeMap<K, V> empty() {
    return (CopyOnChangeMap<K, V>) EMPTY;
  }

  /** The value, or null. */
  V get(K key) {
    Map<K, V> piece = pieces[index(pieces, key)];
    return piece == null ? null : piece.get(key);
  }

  int size() {
    return size;
  }

  void forEach(BiConsumer<K, V> action) {
    for (Map<K, V> piece : pieces) {
      if (piece != null) {
        piece.forEach(action);
      }
    }
  }

  /** A copy without {@code gone}, then with {@code put}. */
  CopyOnChangeMap<K, V> with(Map<K, V> put, Collection<K> gone) {
    if (put.isEmpty() && gone.isEmpty()) {
      return this;
    }
    Map<K, V>[] copy = pieces.clone();
    Set<Integer> own = new HashSet<>();
    int after = size;
    for (K key : gone) {
      after -= ownPiece(copy, own, key).remove(key) == null ? 0 : 1;
    }
    for (Map.Entry<K, V> entry : put.entrySet()) {
      Map<K, V> piece = ownPiece(copy, own, entry.getKey());
      after += piece.put(entry.getKey(), entry.getValue()) == null ? 1 : 0;
    }
    CopyOnChangeMap<K, V> changed = new CopyOnChangeMap<>(copy, after);
    return after > 4 * PER_PIECE * copy.length ? changed.inMorePieces() : changed;
  }

  private CopyOnChangeMap<K, V> inMorePieces() {
    Map<K, V> all = new HashMap<>(size * 2);
    forEach(all::put);
    return of(all);
  }

  private static <K, V> Map<K, V> ownPiece(Map<K, V>[] pieces, Set<Integer> own, K key) {
    int index = index(pieces, key);
    if (own.add(index)) {
      pieces[index] = pieces[index] == null ? new HashMap<>() : new HashMap<>(pieces[index]);
    }
    return pieces[index];
  }

  private static <K, V> Map<K, V> owned(Map<K, V>[] pieces, K key) {
    int index = index(pieces, key);
    if (pieces[index] == null) {
      pieces[index] = new HashMap<>();
    }
    return pieces[index];
  }

  /** The high bits of a scrambled hash: the maps inside use the low bits of the plain one. */
  private static int index(Object[] pieces, Object key) {
    int scrambled = key.hashCode() * 0x9E3779B1;
    return (scrambled >>> 8) & (pieces.length - 1);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <K, V> Map<K, V>[] newPieces(int count) {
    Map<K, V>[] pieces = new Map[count];
    Arrays.fill(pieces, null);
    return pieces;
  }
}
