/**
 * Signing in: what a client sends becomes a verified user. It may use the running plugin, tokens
 * and authentication. It must not know rights beyond who the user is.
 */
package io.github.pulsarusercenter.signin;
