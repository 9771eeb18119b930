package io.github.pulsarusercenter.snapshot.rights;

/**
 * Prints the size of a snapshot in bytes, and its revision: {@code <packed> <in memory> <in memory
 * after deltas have changed one grant in ten> <revision>}. Takes the number of grants and what they
 * name ({@link LargeSnapshot.Kind}). A program of its own, so that nothing else is in the heap.
 */
public final class SnapshotHeap {
  private SnapshotHeap() {}

  public static void main(String[] arguments) throws Exception {
    int grants = Integer.parseInt(arguments[0]);
    LargeSnapshot large = new LargeSnapshot(grants, LargeSnapshot.Kind.valueOf(arguments[1]));
    byte[] packed = large.packed();
    long before = used();
    PermissionSnapshot snapshot = LargeSnapshot.read(packed);
    final long used = used() - before;
    var json = new com.fasterxml.jackson.databind.ObjectMapper();
    for (int i = 0; i < grants / 10; i++) {
      snapshot = snapshot.apply(json.readTree(large.delta(snapshot.revision(), i)));
    }
    long changed = used() - before;
    System.out.println(packed.length + " " + used + " " + changed + " " + snapshot.revision());
  }

  private static long used() throws InterruptedException {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
