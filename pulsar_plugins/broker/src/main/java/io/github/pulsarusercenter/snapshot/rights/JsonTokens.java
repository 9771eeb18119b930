package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values of a JSON document, read token by token; each refuses a value of another kind.
 *
 * <p>Throws IllegalArgumentException with a sentence for the wrong kind, IOException for what is
 * not JSON.
 */
abstract class JsonTokens {
  /** Reads one entry of a list or object. */
  interface EntryReader {
    void read() throws IOException;
  }

  final JsonParser in;
  private long[] buffer = new long[16];

  /**
   * @param in before the first token of the document
   */
  JsonTokens(JsonParser in) {
    this.in = in;
  }

  final void object(EntryReader entry) throws IOException {
    while (in.nextToken() != JsonToken.END_OBJECT) {
      in.nextToken();
      entry.read();
    }
  }

  final void inner(EntryReader entry) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    expect(JsonToken.START_OBJECT, "an object");
    object(entry);
  }

  /** An absent list is empty, and so is null. */
  final void list(EntryReader entry) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    expect(JsonToken.START_ARRAY, "a list");
    while (in.nextToken() != JsonToken.END_ARRAY) {
      entry.read();
    }
  }

  final long[] numbers() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return new long[0];
    }
    expect(JsonToken.START_ARRAY, "a list");
    int count = 0;
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (count == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * count);
      }
      buffer[count++] = number();
    }
    return Arrays.copyOf(buffer, count);
  }

  final long number() throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return in.getLongValue();
  }

  final long numberOr(long otherwise) throws IOException {
    return in.currentToken() == JsonToken.VALUE_NULL ? otherwise : number();
  }

  final String text() throws IOException {
    expect(JsonToken.VALUE_STRING, "a text");
    return in.getText();
  }

  final String textOrNull() throws IOException {
    return in.currentToken() == JsonToken.VALUE_NULL ? null : text();
  }

  final List<String> textsOrNull() throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    list(() -> texts.add(text()));
    return List.copyOf(texts);
  }

  final void expect(JsonToken token, String what) {
    if (in.currentToken() == null) {
      throw new IllegalArgumentException("The document ends before its end.");
    }
    if (in.currentToken() != token) {
      throw wrong("is not " + what);
    }
  }

  final void require(Object value, String field) {
    if (value == null) {
      throw wrong("has no \"" + field + "\"");
    }
  }

  final IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(in.getParsingContext().pathAsPointer() + " " + what + ".");
  }
}
