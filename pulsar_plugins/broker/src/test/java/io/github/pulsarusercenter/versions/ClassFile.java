package io.github.pulsarusercenter.versions;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The declarations and references of a class file, read without loading the class. */
final class ClassFile extends ClassVisitor {
  /**
   * A method, field or type that the code uses.
   *
   * @param member {@code name + descriptor}; null for the type alone
   */
  record Reference(String owner, String member) {}

  private final Set<String> members = new HashSet<>();
  private final Set<String> abstractMethods = new HashSet<>();
  private final Set<String> callableMethods = new HashSet<>();
  private final Set<String> enumConstants = new LinkedHashSet<>();
  private final Set<String> supers = new HashSet<>();
  private final Set<Reference> references = new HashSet<>();

  private ClassFile() {
    super(Opcodes.ASM9);
  }

  static ClassFile of(byte[] bytes) {
    ClassFile file = new ClassFile();
    new ClassReader(bytes).accept(file, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return file;
  }

  /** Declared methods and fields, as {@code name + descriptor}. */
  Set<String> members() {
    return members;
  }

  /** Methods that a subclass must implement. */
  Set<String> abstractMethods() {
    return abstractMethods;
  }

  /** Public methods of objects, as {@code name + descriptor}. */
  Set<String> callableMethods() {
    return callableMethods;
  }

  Set<String> enumConstants() {
    return enumConstants;
  }

  /** Superclass and interfaces, internal names. */
  Set<String> supers() {
    return supers;
  }

  Set<Reference> references() {
    return references;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    supers.add(parent);
    supers.addAll(Set.of(interfaces));
    supers.forEach(this::uses);
  }

  @Override
  public FieldVisitor visitField(int access, String name, String type, String sig, Object value) {
    members.add(name + type);
    if ((access & Opcodes.ACC_ENUM) != 0) {
      enumConstants.add(name);
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    members.add(name + descriptor);
    if ((access & Opcodes.ACC_ABSTRACT) != 0) {
      abstractMethods.add(name + descriptor);
    }
    if ((access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC)) == Opcodes.ACC_PUBLIC) {
      callableMethods.add(name + descriptor);
    }
    return new Code();
  }

  private void uses(String type) {
    if (type != null) {
      Type plain = Type.getObjectType(type);
      while (plain.getSort() == Type.ARRAY) {
        plain = plain.getElementType();
      }
      references.add(new Reference(plain.getInternalName(), null));
    }
  }

  private final class Code extends MethodVisitor {
    private Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitMethodInsn(int op, String owner, String name, String desc, boolean itf) {
      references.add(new Reference(owner, name + desc));
    }

    @Override
    public void visitFieldInsn(int op, String owner, String name, String desc) {
      references.add(new Reference(owner, name + desc));
    }

    @Override
    public void visitTypeInsn(int op, String type) {
      uses(type);
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Type type && type.getSort() == Type.OBJECT) {
        uses(type.getInternalName());
      }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String desc, Handle start, Object... args) {
      for (Object argument : args) {
        if (argument instanceof Handle used) {
          references.add(new Reference(used.getOwner(), used.getName() + used.getDesc()));
        }
      }
    }
  }
}
