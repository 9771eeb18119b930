package io.github.pulsarusercenter.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.versions.ClassFile.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * One jar for all versions: each version has every member of Pulsar that our classes use, with the
 * same types. A missing one would be a NoSuchMethodError at run time.
 */
class EveryReferenceExistsTest {
  static final List<String> VERSIONS = PulsarJars.VERSIONS;

  private static final String PULSAR = "org/apache/pulsar/";

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void everyUseOfPulsarIsThere(String version) throws IOException {
    PulsarJars jars = PulsarJars.of(version);
    Set<String> missing = new TreeSet<>();
    int checked = 0;
    for (Path file : ours()) {
      for (Reference use : ClassFile.of(Files.readAllBytes(file)).references()) {
        if (use.owner().startsWith(PULSAR)) {
          checked++;
          boolean there =
              use.member() == null
                  ? jars.bytes(use.owner()) != null
                  : declares(jars, use.owner(), use.member());
          if (!there) {
            missing.add(PulsarJars.OURS.relativize(file) + " uses " + use);
          }
        }
      }
    }
    assertEquals(Set.of(), missing);
    assertTrue(checked > 100, "the check has looked at nothing");
  }

  private static List<Path> ours() throws IOException {
    try (Stream<Path> files = Files.walk(PulsarJars.OURS)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  /** Whether the type or a supertype declares the member. */
  private static boolean declares(PulsarJars jars, String type, String member) {
    byte[] bytes = jars.bytes(type);
    if (bytes == null) {
      return false;
    }
    ClassFile file = ClassFile.of(bytes);
    return file.members().contains(member)
        || file.supers().stream()
            .anyMatch(parent -> parent != null && declares(jars, parent, member));
  }
}
