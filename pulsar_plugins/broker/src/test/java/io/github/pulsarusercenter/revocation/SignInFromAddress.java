package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.vocabulary.IpAddress;

/** The sign-in of somebody whose address is known. */
record SignInFromAddress(String ip) implements SignInData {
  static SignInData at(String ip) {
    return new SignInFromAddress(ip);
  }

  @Override
  public IpAddress from(String principal) {
    return IpAddress.parse(ip);
  }

  @Override
  public Credential credential() {
    return null;
  }

  @Override
  public void setCredential(Credential credential) {}

  @Override
  public String session() {
    return null;
  }
}
