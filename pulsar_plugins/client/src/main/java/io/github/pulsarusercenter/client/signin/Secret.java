package io.github.pulsarusercenter.client.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * A password or client secret. A file is read at each use, so that the secret can be replaced
 * there.
 */
final class Secret implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long LONGEST = 65_536;

  private final String name;
  private final String value;
  private final String path;

  private Secret(String name, String value, String path) {
    this.name = name;
    this.value = value;
    this.path = path;
  }

  static Secret text(String name, String value) {
    return new Secret(name, value, null);
  }

  static Secret inFile(String name, String path) {
    return new Secret(name, null, path);
  }

  /** The secret itself. */
  String reveal() throws CenterException {
    if (path == null) {
      return value;
    }
    try {
      Path file = Paths.get(path);
      if (Files.size(file) > LONGEST) {
        throw CenterException.refused(name + " " + path + " is too long");
      }
      String text = new String(Files.readAllBytes(file), UTF_8).trim();
      if (text.isEmpty()) {
        throw CenterException.refused(name + " " + path + " is empty");
      }
      return text;
    } catch (CenterException e) {
      throw e;
    } catch (IOException e) {
      throw CenterException.refused(
          name + " " + path + " cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  /** The file's path, or stars; never the secret. */
  @Override
  public String toString() {
    return path == null ? "***" : path;
  }
}
