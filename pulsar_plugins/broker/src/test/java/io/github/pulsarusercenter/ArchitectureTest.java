package io.github.pulsarusercenter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.pulsarusercenter.settings.ProviderNames;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Imports go one way: each package uses only those that follow it in this list. */
final class ArchitectureTest {
  private static final String ROOT = "io.github.pulsarusercenter";
  private static final List<String> PACKAGES =
      List.of(
          "",
          ".signin",
          ".questions",
          ".runtime",
          ".heartbeat",
          ".adminapi",
          ".revocation",
          ".answers",
          ".permissions",
          ".token",
          ".authentication",
          ".snapshot.following",
          ".snapshot.disk",
          ".snapshot.current",
          ".decision",
          ".snapshot.rights",
          ".client",
          ".metrics",
          ".settings",
          ".log",
          ".events",
          ".clock",
          ".vocabulary");
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void everyPackageHasItsPlace() {
    assertEquals(
        PACKAGES.stream().map(ROOT::concat).collect(Collectors.toSet()),
        OURS.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()));
  }

  @Test
  void importsGoOneWay() {
    for (int at = 1; at < PACKAGES.size(); at++) {
      String[] before = PACKAGES.subList(0, at).stream().map(ROOT::concat).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(ROOT + PACKAGES.get(at))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(before)
          .check(OURS);
    }
  }

  @Test
  void theAuthorizationProviderIsCalledAsSettingsKnowIt() {
    assertEquals(UserCenterAuthorizationProvider.class.getName(), ProviderNames.AUTHORIZATION);
  }
}
