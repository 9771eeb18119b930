package io.github.pulsarusercenter.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class AuthoritiesTest {
  @Test
  void aRightWithoutABitIsRefusedAtTheStart() {
    assertEquals(16, Authorities.fitting(16));
    assertThrows(IllegalStateException.class, () -> Authorities.fitting(17));
  }
}
