import java.util.Map;
import org.apache.pulsar.functions.api.Record;
import org.apache.pulsar.io.core.Sink;
import org.apache.pulsar.io.core.SinkContext;

/** A sink: takes messages and does nothing with them. */
public final class Forgetting implements Sink<byte[]> {
  @Override
  public void open(Map<String, Object> config, SinkContext context) {}

  @Override
  public void write(Record<byte[]> message) {
    message.ack();
  }

  @Override
  public void close() {}
}
