package io.github.pulsarusercenter.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.AdminCallData;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.authentication.WrappedData;
import io.github.pulsarusercenter.questions.HttpTarget;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * What a broker hands over with a question, instead of what a provider made. Data of an unknown
 * kind hides the call, and what hides the call may be taken for a connection.
 */
class ForwardedDataTest {
  static final List<String> VERSIONS = PulsarJars.VERSIONS;

  private static final Set<String> SINCE_5 = Set.of("Anonymous", "Forwarded");
  private static final Set<String> KINDS =
      Set.of("Command", "Http", "Https", "Source", "Subscription");
  private static final String DATA = "org/apache/pulsar/broker/authentication/AuthenticationData";
  private static final AuthenticationDataSource NOTHING_KNOWN = new AuthenticationDataSource() {};

  @ParameterizedTest
  @FieldSource("VERSIONS")
  void everyKindOfDataIsKnown(String version) {
    Set<String> kinds = new TreeSet<>(PulsarJars.of(version).names(DATA));
    kinds.removeAll(KINDS);
    assertEquals(version.startsWith("5") ? SINCE_5 : Set.of(), kinds);
  }

  @Test
  void theCallOfAProxyIsSeenForTheOriginalPrincipal() throws ReflectiveOperationException {
    AdminCallData call = new AdminCallData("GET", "/admin/v3/transactions/slowTransactions/1");
    AuthenticationDataSource forwarded = forwarded(call);
    assertSame(call, SignInData.of(forwarded));
    var within = new AuthenticationDataSubscription(call, "s");
    assertSame(call, SignInData.of(new AuthenticationDataSubscription(forwarded(within), "s")));
    assertFalse(HttpTarget.isLookUpOfAClient(forwarded));
  }

  @Test
  void behindABelievedProxyABinaryConnectionShowsNothingMore() throws ReflectiveOperationException {
    AuthenticationDataSource forwarded = forwarded(null);
    assertNull(SignInData.of(forwarded));
    assertTrue(HttpTarget.isLookUpOfAClient(forwarded));
    assertFalse(WrappedData.isConnection(NOTHING_KNOWN), "a call without a credential has it too");
    assertFalse(HttpTarget.isLookUpOfAClient(NOTHING_KNOWN));
  }

  /** Pulsar's own class, marked as one of Java 17. */
  private static AuthenticationDataSource forwarded(AuthenticationDataSource call)
      throws ReflectiveOperationException {
    byte[] ofJava21 = PulsarJars.of("5.0.1").bytes(DATA + "Forwarded");
    ClassWriter written = new ClassWriter(0);
    new ClassReader(ofJava21)
        .accept(
            new ClassVisitor(Opcodes.ASM9, written) {
              @Override
              public void visit(
                  int version,
                  int access,
                  String name,
                  String generic,
                  String parent,
                  String[] of) {
                super.visit(Opcodes.V17, access, name, generic, parent, of);
              }
            },
            0);
    Class<?> type = new Defining().define(written.toByteArray());
    return (AuthenticationDataSource)
        type.getMethod("ofProxiedRequest", AuthenticationDataSource.class).invoke(null, call);
  }

  private static final class Defining extends ClassLoader {
    private Defining() {
      super(ForwardedDataTest.class.getClassLoader());
    }

    private Class<?> define(byte[] bytes) {
      return defineClass(null, bytes, 0, bytes.length);
    }
  }
}
