package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A call is answered once, whatever is done before. */
class JakartaLateAnswerTest {
  private final List<String> calls = new ArrayList<>();

  @Test
  void itIsAnsweredWhenTheOtherIsDone() {
    CompletableFuture<Void> first = new CompletableFuture<>();
    complete(() -> first);
    assertEquals(List.of(), calls);
    first.complete(null);
    assertEquals(List.of("complete"), calls);
  }

  @Test
  void itIsAnsweredWhenTheOtherFails() {
    complete(() -> CompletableFuture.failedFuture(new IllegalStateException("later")));
    complete(
        () -> {
          throw new IllegalStateException("at once");
        });
    assertEquals(List.of("complete", "complete"), calls);
  }

  private void complete(Supplier<CompletableFuture<Void>> first) {
    AsyncContext context = fake(AsyncContext.class, null);
    new JakartaLateAnswer(fake(HttpServletRequest.class, context), first).startAsync().complete();
  }

  private <T> T fake(Class<T> type, Object answer) {
    Object made =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (answer == null) {
                calls.add(method.getName());
              }
              return answer;
            });
    return type.cast(made);
  }
}
