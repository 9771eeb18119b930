package io.github.pulsarusercenter.client.signin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three ways to write parameters, and errors without any value. */
class ParametersTest {
  private static final String PASSWORD = "hunter2";

  @TempDir Path directory;

  private static SignInParameters read(String text) {
    return SignInParameters.of(ParameterText.read(text));
  }

  @Test
  void theSameInJsonPairsAndFiles() throws IOException {
    String json =
        "{\"url\": \"https://a,https://b/\", \"username\": \"alice\", \"password\": \"x\"}";
    String properties = "# comment\nurl=https://a,https://b/\nusername = alice\npassword=x\n";
    Path first = Files.writeString(directory.resolve("sign-in.json"), json + "\n");
    Path second = Files.writeString(directory.resolve("sign in.properties"), properties);
    for (String text :
        List.of(
            json,
            "url:https://a,https://b/,username:alice,password:x",
            first.toUri().toString(),
            second.toUri().toString())) {
      SignInParameters parameters = read(text);
      assertEquals(List.of("https://a", "https://b"), parameters.centers());
      assertEquals(
          "{url=[https://a, https://b], username=alice, secret=***}", parameters.toString());
    }
  }

  @Test
  void aPasswordMayHoldColonsAndCommas() throws CenterException {
    assertEquals("a:b,c:d", read("password:a:b,c:d,username:x,url:https://a").secret().reveal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | url:…",
        "'hunter2' | give JSON, key:value,key:value, or file:///path",
        "'{\"url\": hunter2}' | no JSON object of texts",
        "'{\"pasword\": \"hunter2\"}' | there is no parameter pasword",
        "'username:a,password:hunter2' | url is missing",
        "'url:https://a' | give username",
        "'url:https://a,username:a,clientId:b,password:hunter2' | give username",
        "'url:https://a,username:a' | give passwordFile or password",
        "'url:https://a,username:a,password:hunter2,passwordFile:/x' | one of them",
        "'url:https://a,username:a,clientSecret:hunter2' | give passwordFile or password",
        "'url:https://a:hunter2@b,username:a,password:b' | parameters of their own",
        "'url:ftp://a,username:a,password:hunter2' | https://",
        "'url:https://a,x:hunter2,username:a,password:b' | https://",
        "'url:http://center.example,username:a,password:hunter2' | plain http",
        "'url:https://a,username:a,password:hunter2,allowPlainHttp:yes' | allowPlainHttp must be",
        "'url:https://a,username:a,password:hunter2,readTimeoutMillis:-1' | readTimeoutMillis must",
        "'file:hunter2' | file:///",
        "'file:///does/not/exist' | cannot be read",
      })
  void errorsDoNotContainTheSecret(String text, String expected) {
    String message = assertThrows(IllegalArgumentException.class, () -> read(text)).getMessage();
    assertTrue(message.startsWith("user center authParams: "), message);
    assertTrue(expected.endsWith("…") || message.contains(expected), message);
    assertFalse(message.contains(PASSWORD) && !text.startsWith("file:"), message);
  }

  @Test
  void plainHttpIsForTheLoopbackOrOnRequest() {
    String rest = ",username:a,password:b";
    read("url:http://127.0.0.1:8080" + rest);
    read("url:http://localhost:8080" + rest);
    read("url:http://[::1]:8080" + rest);
    read("url:http://center.example" + rest + ",allowPlainHttp:true");
  }

  @Test
  void jsonIsReadStrictly() {
    assertEquals("é\n\"/", FlatJson.read("{ \"a\" : \"\\u00e9\\n\\\"\\/\" }").get("a"));
    assertEquals(
        "{a=1.5, b=true}",
        FlatJson.read("{\"a\":1.5,\"n\":null,\"o\":{\"]\":[{}]},\"b\":true}").toString());
    for (String wrong :
        List.of(
            "",
            "{",
            "[]",
            "{}x",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":01}",
            "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u00g0\"}",
            "{\"a\":\"\n\"}",
            "{\"a\":1,\"a\":2}",
            "{\"a\":[}",
            "{\"a\":\"")) {
      assertThrows(IllegalArgumentException.class, () -> FlatJson.read(wrong), wrong);
    }
  }

  @Test
  void timesOfRenewalAndPauses() {
    assertEquals(2_160_000, RefreshTimes.refreshAfter(3_600_000, 0));
    assertEquals(2_880_000, RefreshTimes.refreshAfter(3_600_000, 1));
    assertEquals(250, RefreshTimes.pauseAfter(1, false, 0));
    assertEquals(500, RefreshTimes.pauseAfter(1, false, 1));
    assertEquals(30_000, RefreshTimes.pauseAfter(99, false, 1));
    assertEquals(30_000, RefreshTimes.pauseAfter(1, true, 1));
    assertEquals(3_600_000, RefreshTimes.pauseAfter(99, true, 1));
  }
}
