package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import java.util.List;

/**
 * A user and its grants that reach one resource, looked up once per question.
 *
 * @param reaching its grants on the resource and on what is above it, in force or not
 */
record UserGrants(UserRights user, List<Grant> reaching) {}
