package dev.orchlens.order;

import dev.orchlens.ir.Origin;

/**
 * A buffer that the runtime may hand out again while a task still uses it (rule M of
 * docs/order.md).
 *
 * @param tensor what the user calls the buffer
 * @param allocated where it is made
 * @param user the task that does not keep it alive
 */
public record EarlyRelease(String tensor, Origin allocated, OrderNode user) {}
