package io.github.pulsarusercenter.snapshot;

import io.github.pulsarusercenter.decision.CachedDecisions;

/**
 * What the broker decides on: one snapshot and the decisions remembered for it. Replaced as a
 * whole, so that a decision never mixes two revisions.
 */
public record RightsView(PermissionSnapshot snapshot, CachedDecisions decisions) {}
