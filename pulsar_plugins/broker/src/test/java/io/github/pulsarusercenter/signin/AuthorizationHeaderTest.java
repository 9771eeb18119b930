package io.github.pulsarusercenter.signin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorizationHeaderTest {
  @ParameterizedTest
  @ValueSource(strings = {"Bearer abc", "bearer abc", "BEARER abc", "bEaReR  abc "})
  void theSchemeIsOfAnyCase(String header) {
    assertEquals("abc", value(header));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearerabc", "Basic abc", " Bearer abc", "abc"})
  void otherHeadersHaveNoValue(String header) {
    assertNull(value(header));
  }

  @Test
  void aMissingHeaderHasNoValue() {
    assertNull(value(null));
  }

  private static String value(String header) {
    return AuthorizationHeader.value(header, "Bearer");
  }
}
