package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;

/**
 * A call of the admin API, as our authentication passes it on.
 *
 * @param original the X-Original-Principal header of a proxy, or null
 */
public record AdminCallData(String method, String path, String original, String query)
    implements SignInData {
  public AdminCallData(String method, String path) {
    this(method, path, null, null);
  }

  public AdminCallData(String method, String path, String original) {
    this(method, path, original, null);
  }

  @Override
  public Credential credential() {
    return null;
  }

  @Override
  public void setCredential(Credential credential) {}

  @Override
  public String ip() {
    return "10.0.0.1";
  }

  @Override
  public String session() {
    return null;
  }

  @Override
  public boolean hasDataFromHttp() {
    return true;
  }

  @Override
  public String getHttpHeader(String name) {
    return name.equals("X-Original-Principal") ? original : null;
  }
}
