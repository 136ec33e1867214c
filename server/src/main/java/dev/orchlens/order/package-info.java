/**
 * What holds the tasks of a final program apart when it runs (docs/order.md): who waits for whom,
 * which accesses of the same memory that orders, and which nothing orders. It follows a function in
 * the order in which it submits tasks ({@code Tracer}), finds for each task what ends before it
 * ({@code Ordering}, under the runtime's rules), and holds the accesses of the kernels ({@code
 * KernelReader}) against that ({@code Hazards}).
 */
package dev.orchlens.order;
