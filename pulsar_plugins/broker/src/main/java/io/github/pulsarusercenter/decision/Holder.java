package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.snapshot.rights.UserRights;
import java.util.List;

/**
 * A user as seen from one resource. Looked up once, however many rights a question asks about.
 *
 * @param reaching its grants on the resource and on what is above it, in force or not
 */
record Holder(UserRights user, List<Grant> reaching) {}
