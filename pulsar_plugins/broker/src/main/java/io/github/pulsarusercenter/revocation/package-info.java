/**
 * Open producers, consumers and connections, ended when their right or sign-in is taken away. It
 * may use answers and the rights in force. It must not know how rights came here.
 */
package io.github.pulsarusercenter.revocation;
