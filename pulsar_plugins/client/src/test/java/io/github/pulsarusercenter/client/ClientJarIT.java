package io.github.pulsarusercenter.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * Checks the finished jar, which shares class paths with applications and with the broker plugin.
 */
class ClientJarIT {
  private static final String OURS = "io/github/pulsarusercenter/client/";
  private static final int JAVA_8 = 52;

  private static ZipFile jar() throws IOException {
    return new ZipFile(System.getProperty("jar"));
  }

  private static List<String> classes(ZipFile jar) {
    return jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).toList();
  }

  @Test
  void holdsOnlyOurPackage() throws IOException {
    try (ZipFile jar = jar()) {
      List<String> foreign =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> !name.endsWith("/"))
              .filter(name -> !name.startsWith(OURS) && !name.startsWith("META-INF/"))
              .toList();
      assertEquals(List.of(), foreign);
      assertTrue(classes(jar).contains(OURS + "UserCenterAuthentication.class"));
    }
  }

  @Test
  void everyClassIsJava8() throws IOException {
    try (ZipFile jar = jar()) {
      for (String name : classes(jar)) {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
          in.skipBytes(6);
          assertEquals(JAVA_8, in.readUnsignedShort(), name);
        }
      }
    }
  }

  @Test
  void bringsNoServicesAndNoLibraryUnderItsOwnName() throws IOException {
    try (ZipFile jar = jar()) {
      List<String> unwanted =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> !name.startsWith(OURS + "shaded/"))
              .filter(name -> name.matches("(?i).*(META-INF/services/|slf4j|jackson|[.]jar).*"))
              .toList();
      assertEquals(List.of(), unwanted);
    }
  }
}
