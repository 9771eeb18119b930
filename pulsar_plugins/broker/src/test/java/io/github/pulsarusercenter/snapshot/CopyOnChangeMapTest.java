package io.github.pulsarusercenter.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CopyOnChangeMapTest {

  @Test
  void behavesAsAMapAndOldCopiesStay() {
    Random random = new Random(7);
    Map<Integer, Integer> model = new HashMap<>();
    CopyOnChangeMap<Integer, Integer> map = CopyOnChangeMap.empty();
    for (int i = 0; i < 20_000; i++) {
      int key = random.nextInt(5_000);
      CopyOnChangeMap<Integer, Integer> before = map;
      Integer old = before.get(key);
      if (random.nextInt(3) == 0) {
        model.remove(key);
        map = map.with(Map.of(), List.of(key));
      } else {
        model.put(key, i);
        map = map.with(Map.of(key, i), List.of(key + 1));
        model.remove(key + 1);
      }
      assertEquals(old, before.get(key));
      assertEquals(model.get(key), map.get(key));
    }
    Map<Integer, Integer> all = new HashMap<>();
    map.forEach(all::put);
    assertEquals(model, all);
    assertEquals(model.size(), map.size());
  }

  @Test
  void noChangeIsTheSameMap() {
    CopyOnChangeMap<String, String> map = CopyOnChangeMap.of(Map.of("a", "b"));
    assertSame(map, map.with(Map.of(), List.of()));
    assertNull(map.with(Map.of(), List.of("a")).get("a"));
  }
}
