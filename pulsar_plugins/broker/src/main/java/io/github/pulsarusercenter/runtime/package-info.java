/**
 * One running plugin for each setting: starts, connects and stops its parts. It may use all parts.
 * It must not know questions or sign-ins: those ask it.
 */
package io.github.pulsarusercenter.runtime;
