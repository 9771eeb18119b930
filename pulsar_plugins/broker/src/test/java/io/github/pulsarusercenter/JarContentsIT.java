package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * Checks the finished jar. It shares the broker's class path and must not contain foreign classes.
 */
class JarContentsIT {
  private static final String OURS = "io/github/pulsarusercenter/";
  private static final int JAVA_17 = 61;

  private static ZipFile open(String property) throws IOException {
    return new ZipFile(System.getProperty(property));
  }

  @Test
  void holdsOnlyOurPackage() throws IOException {
    try (ZipFile jar = open("jar")) {
      List<String> foreign =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> !name.endsWith("/"))
              .filter(name -> !name.startsWith(OURS) && !name.startsWith("META-INF/"))
              .toList();
      assertEquals(List.of(), foreign);
    }
  }

  @Test
  void bringsNoServicesAndNoLogging() throws IOException {
    try (ZipFile jar = open("jar")) {
      List<String> unwanted =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> name.matches("(?i).*(META-INF/services/|log4j|logback|slf4j).*"))
              .toList();
      assertEquals(List.of(), unwanted);
    }
  }

  @Test
  void holdsTheQuestions() throws IOException {
    try (ZipFile jar = open("jar")) {
      assertTrue(jar.getEntry(OURS + "operations.json") != null);
      assertTrue(jar.getEntry(OURS + "known_holes.json") != null);
      assertTrue(jar.getEntry(OURS + "UserCenterAuthorizationProvider.class") != null);
    }
  }

  @Test
  void isJava17ByteCode() throws IOException {
    try (ZipFile jar = open("jar");
        DataInputStream in =
            new DataInputStream(
                jar.getInputStream(jar.getEntry(OURS + "UserCenterInterceptor.class")))) {
      in.skipBytes(6);
      assertEquals(JAVA_17, in.readUnsignedShort());
    }
  }

  @Test
  void theNarHoldsOnlyTheDescriptor() throws IOException {
    try (ZipFile nar = open("nar")) {
      List<String> files =
          nar.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")).toList();
      assertEquals(List.of("META-INF/services/broker_interceptor.yml"), files);
      assertTrue(nar.getEntry("META-INF/bundled-dependencies/") != null);
    }
  }
}
