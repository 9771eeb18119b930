import java.util.Map;
import org.apache.pulsar.functions.api.Record;
import org.apache.pulsar.io.core.Source;
import org.apache.pulsar.io.core.SourceContext;

/** A source: a message a second. */
public final class Ticks implements Source<byte[]> {
  @Override
  public void open(Map<String, Object> config, SourceContext context) {}

  @Override
  public Record<byte[]> read() throws InterruptedException {
    Thread.sleep(1000);
    return () -> new byte[] {1};
  }

  @Override
  public void close() {}
}
