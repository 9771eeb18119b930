package io.github.pulsarusercenter.client.signin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Trusts the certificates of a PEM file instead of Java's own. */
final class TrustedCertificates {
  private TrustedCertificates() {}

  /**
   * @param file a PEM file; null for Java's own certificates
   * @return null for Java's default factory
   */
  static SSLSocketFactory factory(String file) throws CenterException {
    if (file == null) {
      return null;
    }
    try (InputStream pem = Files.newInputStream(Paths.get(file))) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("trusted-" + trusted.size(), certificate);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException | GeneralSecurityException e) {
      throw CenterException.refused(
          "trustCertsFile " + file + " cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }
}
