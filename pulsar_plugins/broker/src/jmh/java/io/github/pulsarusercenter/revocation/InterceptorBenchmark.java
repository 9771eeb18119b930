package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.UserCenterInterceptor;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.broker.intercept.BrokerInterceptor;
import org.apache.pulsar.broker.intercept.BrokerInterceptorWithClassLoader;
import org.apache.pulsar.broker.intercept.BrokerInterceptors;
import org.apache.pulsar.common.api.proto.BaseCommand;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The cost of the broker's interceptor chain, with ours in it, for a produced and a consumed
 * message. The broker switches the class loader around each call. Without brokerInterceptors it
 * makes none of these calls.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InterceptorBenchmark {
  private final BaseCommand command = new BaseCommand().setType(BaseCommand.Type.SEND);
  private final BrokerInterceptor chain =
      new BrokerInterceptors(
          Map.of("ours", new BrokerInterceptorWithClassLoader(new UserCenterInterceptor(), null)));

  /** SEND arrives, is about to be stored, is stored. */
  @Benchmark
  public void produced() throws Exception {
    chain.onPulsarCommand(command, null);
    chain.onMessagePublish(null, null, null);
    chain.messageProduced(null, null, 0, 0, 0, null);
  }

  /**
   * The entry is sent and acknowledged: a command and a callback. (The broker makes one more call
   * before.)
   */
  @Benchmark
  public void consumed() throws Exception {
    chain.messageDispatched(null, null, 0, 0, null);
    chain.onPulsarCommand(command, null);
    chain.messageAcked(null, null, null);
  }
}
