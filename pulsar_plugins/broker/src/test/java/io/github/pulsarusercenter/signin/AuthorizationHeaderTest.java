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
    assertEquals("abc", shown(header));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearerabc", "Basic abc", " Bearer abc", "abc"})
  void nothingElseIsShown(String header) {
    assertNull(shown(header));
  }

  @Test
  void thereMayBeNone() {
    assertNull(shown(null));
  }

  private static String shown(String header) {
    return AuthorizationHeader.shown(header, "Bearer");
  }
}
