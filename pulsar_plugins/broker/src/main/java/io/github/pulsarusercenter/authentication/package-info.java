/**
 * Who is asking: credentials, proxies, peers, and the rules of sign-in. It may use the rights in
 * force and, for passwords, the client. It must not know what somebody may do.
 */
package io.github.pulsarusercenter.authentication;
