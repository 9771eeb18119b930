package io.github.pulsarusercenter.versions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The class files of one Pulsar version beside ours, without the version we compile against. No
 * class is loaded: those of 5.0 are of Java 21. Maven has copied the jars to target/pulsar.
 */
final class PulsarJars {
  /** Oldest first. */
  static final List<String> VERSIONS = List.of("4.0.8", "4.2.4", "5.0.1");

  /** Our compiled classes, as they go into the jar. */
  static final Path OURS = Path.of("target", "classes");

  private static final Map<String, PulsarJars> OPEN = new ConcurrentHashMap<>();

  private final URLClassLoader loader;

  private PulsarJars(URLClassLoader loader) {
    this.loader = loader;
  }

  /** The same loader for all tests of a version. */
  static PulsarJars of(String version) {
    return OPEN.computeIfAbsent(version, PulsarJars::open);
  }

  private static PulsarJars open(String version) {
    try (Stream<Path> jars = Files.list(Path.of("target", "pulsar", version))) {
      URL[] urls =
          Stream.concat(Stream.of(OURS), jars.sorted()).map(PulsarJars::url).toArray(URL[]::new);
      return new PulsarJars(new URLClassLoader(version, urls, new Libraries()));
    } catch (IOException e) {
      throw new UncheckedIOException("Maven copies these jars before the tests", e);
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Raises NullPointerException when this version has no such type. */
  ClassFile type(String internalName) {
    return ClassFile.of(bytes(internalName));
  }

  /** The class file, or null. */
  byte[] bytes(String internalName) {
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The other libraries of the test class path, without Pulsar and without our classes. */
  private static final class Libraries extends ClassLoader {
    private Libraries() {
      super(PulsarJars.class.getClassLoader());
    }

    @Override
    public URL getResource(String name) {
      boolean apart =
          name.startsWith("org/apache/pulsar/") || name.startsWith("io/github/pulsarusercenter/");
      return apart ? null : super.getResource(name);
    }
  }
}
