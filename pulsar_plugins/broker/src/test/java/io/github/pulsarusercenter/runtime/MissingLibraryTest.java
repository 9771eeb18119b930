package io.github.pulsarusercenter.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker without a library that the plugin takes from it ends with one sentence. */
class MissingLibraryTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"simpleclient", "jackson-databind", "jctools-core", "caffeine"})
  void oneSentenceSaysThatTheClassPathLacksIt(String library) throws Exception {
    try (URLClassLoader loader = without(library)) {
      Class<?> conf = loader.loadClass(ServiceConfiguration.class.getName());
      Class<?> runtime = loader.loadClass(PluginRuntime.class.getName());
      Object settings = conf.getDeclaredConstructor().newInstance();
      conf.getMethod("setClusterName", String.class).invoke(settings, "test");
      conf.getMethod("setProperties", Properties.class).invoke(settings, smallestConfiguration());
      InvocationTargetException thrown =
          assertThrows(
              InvocationTargetException.class,
              () -> runtime.getMethod("acquire", conf).invoke(null, settings));
      assertEquals(IOException.class, thrown.getCause().getClass(), thrown.getCause().toString());
      String sentence = thrown.getCause().getMessage();
      assertTrue(sentence.contains("lacks what this plugin needs"), sentence);
    }
  }

  private Properties smallestConfiguration() throws IOException {
    Path credential =
        Files.writeString(directory.resolve("credential"), "puc_cluster_topsecret0000");
    Properties conf = new Properties();
    conf.setProperty("userCenterUrl", "http://127.0.0.1:1");
    conf.setProperty("userCenterCredentialFile", credential.toString());
    conf.setProperty("userCenterIssuer", "https://center");
    conf.setProperty("userCenterSnapshotFile", directory + "/s.json");
    conf.setProperty("userCenterEventsDirectory", directory + "/events");
    return conf;
  }

  private static URLClassLoader without(String library) {
    URL[] urls =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> !Path.of(path).getFileName().toString().startsWith(library))
            .map(MissingLibraryTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
