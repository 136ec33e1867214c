package dev.orchlens.ir;

/**
 * The types that are the same everywhere; programs write {@code Type.INDEX}. They stand apart from
 * {@link Type} so that whoever makes the first type does not wait for them: two threads that began
 * with one each would wait for each other for ever.
 */
interface CommonTypes {
  /** The scalar type TASK_ID. */
  Type TASK_ID = new Type.Scalar(DataType.TASK_ID);

  /** The scalar type INDEX. */
  Type INDEX = new Type.Scalar(DataType.INDEX);

  /** The scalar type BOOL. */
  Type BOOL = new Type.Scalar(DataType.BOOL);

  /** A pointer to an allocation. */
  Type POINTER = new Type.Opaque("Ptr");

  /** What a tensor that ranks share knows of them. */
  Type COMM_CTX = new Type.Opaque("CommCtx");

  /** What prefetches are started with. */
  Type PREFETCH_CONTEXT = new Type.Opaque("PrefetchAsyncContext");

  /** The completion of a prefetch. */
  Type ASYNC_EVENT = new Type.Opaque("AsyncEvent");

  /** What a prefetch is waited for with. */
  Type ASYNC_SESSION = new Type.Opaque("AsyncSession");
}
