package io.github.pulsarusercenter.authentication;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** The role that a client's certificate names, as Pulsar's own provider reads it. */
final class CertificateName {
  private CertificateName() {}

  /**
   * The common name; null when there is none, or may be several.
   *
   * @param chain as the servlet has it, the client's own first; null without mutual TLS
   */
  static String of(Certificate[] chain) {
    if (chain == null || chain.length == 0 || !(chain[0] instanceof X509Certificate own)) {
      return null;
    }
    try {
      LdapName subject = new LdapName(own.getSubjectX500Principal().getName());
      List<Object> names =
          subject.getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .toList();
      boolean plain = subject.getRdns().stream().allMatch(part -> part.size() == 1);
      return plain && names.size() == 1 && names.get(0) instanceof String name ? name : null;
    } catch (InvalidNameException e) {
      return null;
    }
  }
}
