package io.github.pulsarusercenter;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A center that opens links (RFC 6455, as much as a test needs), or answers with a status. */
public final class FakeLinkCenter implements AutoCloseable {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  /** The heads of all requests. */
  public final BlockingQueue<List<String>> heads = new LinkedBlockingQueue<>();

  private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
  private final BlockingQueue<Socket> links = new LinkedBlockingQueue<>();
  private final ServerSocket server;
  private final int status;
  private Socket link;

  /**
   * @param status what wishes for a link are answered with; 101 opens them
   */
  public FakeLinkCenter(int status) throws IOException {
    this.status = status;
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "fake link center");
    thread.setDaemon(true);
    thread.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** Sends a message, in so many frames of 125 bytes at most. */
  public void send(String text, int frames) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int size = (bytes.length + frames - 1) / frames;
    for (int from = 0; from < bytes.length; from += size) {
      int length = Math.min(size, bytes.length - from);
      boolean last = from + length == bytes.length;
      ByteBuffer frame = ByteBuffer.allocate(length + 10);
      frame.put((byte) ((last ? 0x80 : 0) | (from == 0 ? 1 : 0)));
      frame.put((byte) length).put(bytes, from, length);
      link().getOutputStream().write(frame.array(), 0, frame.position());
    }
  }

  /** Closes the link with this code. */
  public void end(int code) throws Exception {
    link().getOutputStream().write(new byte[] {(byte) 0x88, 2, (byte) (code >> 8), (byte) code});
  }

  /** The next report. */
  public String report() throws InterruptedException {
    return reports.poll(20, TimeUnit.SECONDS);
  }

  private Socket link() throws InterruptedException {
    link = link == null ? links.poll(20, TimeUnit.SECONDS) : link;
    return link;
  }

  private void serve() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        List<String> head = head(in);
        if (head.isEmpty()) {
          continue; // a connection that was not used
        }
        heads.add(head);
        answer(socket.getOutputStream(), head);
        if (status == 101) {
          links.add(socket);
          new Thread(() -> read(in)).start();
        } else {
          socket.close();
        }
      } catch (Exception e) {
        return; // the test has ended
      }
    }
  }

  private static List<String> head(DataInputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    while (true) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
        line.write(next);
      }
      String text = line.toString(StandardCharsets.UTF_8).trim();
      if (text.isEmpty()) {
        return lines;
      }
      lines.add(text);
    }
  }

  private void answer(OutputStream out, List<String> head) throws Exception {
    String lines = "Content-Length: 0\r\n";
    if (status == 101) {
      String key =
          head.stream().filter(line -> line.startsWith("Sec-WebSocket-Key: ")).findAny().get();
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key.substring(19) + MAGIC).getBytes(StandardCharsets.US_ASCII));
      lines =
          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
              + Base64.getEncoder().encodeToString(digest)
              + "\r\n";
    }
    out.write(
        ("HTTP/1.1 " + status + " X\r\n" + lines + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private void read(DataInputStream in) {
    try {
      while (true) {
        int opcode = in.readUnsignedByte() & 15;
        int length = in.readUnsignedByte() & 127;
        length = length == 126 ? in.readUnsignedShort() : length;
        byte[] mask = in.readNBytes(4);
        byte[] bytes = in.readNBytes(length);
        for (int at = 0; at < length; at++) {
          bytes[at] ^= mask[at % 4];
        }
        if (opcode == 1) {
          reports.add(new String(bytes, StandardCharsets.UTF_8));
        }
      }
    } catch (IOException e) {
      reports.add("the end");
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
