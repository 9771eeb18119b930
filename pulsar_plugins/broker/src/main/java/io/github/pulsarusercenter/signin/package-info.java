/**
 * Sign-in: verifies what a client sends. May use the running plugin, tokens and authentication.
 * Must not know rights beyond who the user is.
 */
package io.github.pulsarusercenter.signin;
