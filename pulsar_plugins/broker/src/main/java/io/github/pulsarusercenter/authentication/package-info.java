/**
 * Identity of the caller: credentials, proxies, peers, and the rules of sign-in. May use the rights
 * in force, events and, for passwords, the client. Must not know what a principal may do.
 */
package io.github.pulsarusercenter.authentication;
