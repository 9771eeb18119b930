import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Prints every route of a broker's REST API as its own JAX-RS classes declare it, one line each: {@code METHOD PATH
 * BODY}, where BODY is the type of the request's body or {@code -}. Run with the broker's class path (javax or jakarta);
 * the argument is the directory with its jars.
 */
public final class BrokerRoutes {
  private record Root(String packageName, String path) {}

  /** What PulsarService registers, and where. */
  private static final List<Root> ROOTS =
      List.of(
          new Root("org/apache/pulsar/broker/admin/v1/", "/admin"),
          new Root("org/apache/pulsar/broker/admin/v2/", "/admin/v2"),
          new Root("org/apache/pulsar/broker/admin/v3/", "/admin/v3"),
          new Root("org/apache/pulsar/broker/lookup/", "/lookup"),
          new Root("org/apache/pulsar/broker/rest/", "/topics"),
          new Root("org/apache/pulsar/broker/web/", ""));

  private BrokerRoutes() {}

  public static void main(String[] arguments) throws Exception {
    TreeSet<String> lines = new TreeSet<>();
    try (Stream<Path> jars = Files.list(Path.of(arguments[0]))) {
      for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
        read(jar, lines);
      }
    }
    lines.forEach(System.out::println);
  }

  private static void read(Path jar, TreeSet<String> lines) throws Exception {
    List<String> entries;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      entries = zip.stream().map(entry -> entry.getName()).collect(Collectors.toList());
    }
    for (String entry : entries) {
      for (Root root : ROOTS) {
        if (entry.startsWith(root.packageName()) && entry.endsWith(".class") && !entry.contains("$")) {
          String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
          routes(Class.forName(name, false, BrokerRoutes.class.getClassLoader()), root.path(), lines);
        }
      }
    }
  }

  private static void routes(Class<?> resource, String root, TreeSet<String> lines) throws Exception {
    String above = path(resource.getAnnotations());
    if (above == null) {
      return;
    }
    for (Method method : resource.getMethods()) {
      String verb = verb(method);
      if (verb != null && !method.isBridge()) {
        String below = path(method.getAnnotations());
        String whole = (root + "/" + above + "/" + (below == null ? "" : below)).replaceAll("/+", "/");
        lines.add(verb + " " + whole.replaceAll("(.)/$", "$1") + " " + body(method));
      }
    }
  }

  private static String path(Annotation[] annotations) throws Exception {
    for (Annotation one : annotations) {
      if (one.annotationType().getSimpleName().equals("Path")) {
        return (String) one.annotationType().getMethod("value").invoke(one);
      }
    }
    return null;
  }

  private static String verb(Method method) throws Exception {
    for (Annotation one : method.getAnnotations()) {
      for (Annotation meta : one.annotationType().getAnnotations()) {
        if (meta.annotationType().getSimpleName().equals("HttpMethod")) {
          return (String) meta.annotationType().getMethod("value").invoke(meta);
        }
      }
    }
    return null;
  }

  /** The one parameter that carries no JAX-RS annotation. */
  private static String body(Method method) {
    for (Parameter parameter : method.getParameters()) {
      String names = Stream.of(parameter.getAnnotations()).map(Annotation::toString).collect(Collectors.joining());
      if (names.contains(".FormDataParam(")) {
        return "multipart";
      }
      if (!names.contains(".ws.rs.")) {
        return parameter.getType().getSimpleName();
      }
    }
    return "-";
  }
}
