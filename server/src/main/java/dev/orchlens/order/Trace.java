package dev.orchlens.order;

import dev.orchlens.ir.Function;
import java.util.List;

/**
 * What a function submits, in order.
 *
 * @param function the function
 * @param steps the steps
 * @param sites all sites in the steps, in their order
 * @param roots the buffers
 * @param handles how many handles there are
 * @param symbols the numbers that the sites speak of
 */
record Trace(Function function, List<Step> steps, List<Site> sites, List<Root> roots, int handles, Symbols symbols) {}
