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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

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
  private final List<Path> jars;

  private PulsarJars(URLClassLoader loader, List<Path> jars) {
    this.loader = loader;
    this.jars = jars;
  }

  /** The same loader for all tests of a version. */
  static PulsarJars of(String version) {
    return OPEN.computeIfAbsent(version, PulsarJars::open);
  }

  private static PulsarJars open(String version) {
    try (Stream<Path> files = Files.list(Path.of("target", "pulsar", version))) {
      List<Path> jars = files.sorted().toList();
      URL[] urls =
          Stream.concat(Stream.of(OURS), jars.stream()).map(PulsarJars::url).toArray(URL[]::new);
      return new PulsarJars(new URLClassLoader(version, urls, new Libraries()), jars);
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

  /** The rest of the names of all types that begin so, but for those inside others. */
  Set<String> names(String beginning) {
    Pattern type = Pattern.compile(Pattern.quote(beginning) + "(\\w+)\\.class");
    Set<String> names = new TreeSet<>();
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        zip.stream()
            .map(entry -> type.matcher(entry.getName()))
            .filter(Matcher::matches)
            .forEach(name -> names.add(name.group(1)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return names;
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
