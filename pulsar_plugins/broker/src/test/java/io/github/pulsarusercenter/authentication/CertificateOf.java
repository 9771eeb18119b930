package io.github.pulsarusercenter.authentication;

import java.math.BigInteger;
import java.security.Principal;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/** A certificate that has nothing but a subject. */
@SuppressWarnings("deprecation")
final class CertificateOf extends X509Certificate {
  private static final long serialVersionUID = 1L;

  private final String subject;

  CertificateOf(String subject) {
    this.subject = subject;
  }

  @Override
  public void checkValidity() {}

  @Override
  public void checkValidity(Date date) {}

  @Override
  public int getVersion() {
    return 3;
  }

  @Override
  public BigInteger getSerialNumber() {
    return BigInteger.ONE;
  }

  @Override
  public Principal getIssuerDN() {
    return null;
  }

  @Override
  public Principal getSubjectDN() {
    return null;
  }

  @Override
  public Date getNotBefore() {
    return null;
  }

  @Override
  public Date getNotAfter() {
    return null;
  }

  @Override
  public byte[] getTBSCertificate() {
    return null;
  }

  @Override
  public byte[] getSignature() {
    return null;
  }

  @Override
  public String getSigAlgName() {
    return null;
  }

  @Override
  public String getSigAlgOID() {
    return null;
  }

  @Override
  public byte[] getSigAlgParams() {
    return null;
  }

  @Override
  public boolean[] getIssuerUniqueID() {
    return null;
  }

  @Override
  public boolean[] getSubjectUniqueID() {
    return null;
  }

  @Override
  public boolean[] getKeyUsage() {
    return null;
  }

  @Override
  public int getBasicConstraints() {
    return -1;
  }

  @Override
  public byte[] getEncoded() {
    return null;
  }

  @Override
  public void verify(PublicKey key) {}

  @Override
  public void verify(PublicKey key, String provider) {}

  @Override
  public String toString() {
    return "CertificateOf[" + subject + "]";
  }

  @Override
  public PublicKey getPublicKey() {
    return null;
  }

  @Override
  public boolean hasUnsupportedCriticalExtension() {
    return false;
  }

  @Override
  public Set<String> getCriticalExtensionOIDs() {
    return Set.of();
  }

  @Override
  public Set<String> getNonCriticalExtensionOIDs() {
    return Set.of();
  }

  @Override
  public byte[] getExtensionValue(String oid) {
    return null;
  }

  @Override
  public X500Principal getSubjectX500Principal() {
    return new X500Principal(subject);
  }
}
