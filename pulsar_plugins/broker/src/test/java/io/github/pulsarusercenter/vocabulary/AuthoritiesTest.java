package io.github.pulsarusercenter.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class AuthoritiesTest {
  @Test
  void functionsIncludeTheFourKindsAndNotTheOtherWayRound() {
    long all = Authorities.usable(ResourceName.NAMESPACE, new long[] {205});
    for (long part : new long[] {208, 209, 210, 211}) {
      long bit = Authorities.usable(ResourceName.NAMESPACE, new long[] {part});
      assertEquals(1, Long.bitCount(bit));
      assertEquals(bit, all & bit);
    }
    assertEquals(5, Long.bitCount(all));
    long four = Authorities.usable(ResourceName.NAMESPACE, new long[] {208, 209, 210, 211});
    assertEquals(0, four & Authorities.giving("functions", 2));
  }

  @Test
  void aRightWithoutABitIsRefusedAtTheStart() {
    assertEquals(16, Authorities.fitting(16));
    assertThrows(IllegalStateException.class, () -> Authorities.fitting(17));
  }
}
