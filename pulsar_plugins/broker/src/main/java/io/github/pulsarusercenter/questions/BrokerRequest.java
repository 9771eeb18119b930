package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.vocabulary.BrokerCall;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;

/**
 * A call of the broker with its caller.
 *
 * @param data what the broker knows of the caller, may be null
 * @param nativeCall makes the same call at another provider
 */
public record BrokerRequest(
    BrokerCall call,
    String role,
    AuthenticationDataSource data,
    Function<AuthorizationProvider, CompletableFuture<Boolean>> nativeCall) {}
