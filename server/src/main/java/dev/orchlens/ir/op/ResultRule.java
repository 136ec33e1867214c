package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Type;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * How the result of an operator is typed; a row of the table names one. Each is a pure function of
 * the arguments.
 */
public enum ResultRule {
  /** Element by element, shapes broadcast, dtypes promoted; valid where both operands are. */
  ELEMENTWISE(ElementwiseRules::binary),
  /** As {@link #ELEMENTWISE}, the whole result valid. */
  COMBINE(ElementwiseRules::combine),
  /** Two tiles of one shape and dtype. */
  TILE_DIVISION(ElementwiseRules::tileDivision),
  /** A tensor with a scalar, dtypes promoted. */
  WITH_SCALAR(ElementwiseRules::withScalar),
  /** A tensor or tile with a scalar that does not change its dtype. */
  WITH_SCALAR_KEPT(ElementwiseRules::withScalarKept),
  /** A tensor with a tensor or a scalar. */
  WITH_ANY(ElementwiseRules::withAny),
  /** A comparison of tensors; the result keeps the promoted dtype. */
  COMPARE(ElementwiseRules::compare),
  /** A comparison of tiles: a mask of packed bits. */
  TILE_COMPARE(ElementwiseRules::packedMask),
  /** Integers bit by bit. */
  BITWISE(ElementwiseRules::bitwise),
  /** Integers with an integer scalar. */
  BITWISE_SCALAR(ElementwiseRules::bitwiseScalar),
  /** Integers shifted by integers; the dtype of the first stays. */
  SHIFT(ElementwiseRules::shift),
  /** Integers shifted by a scalar, not by a negative constant. */
  SHIFT_SCALAR(ElementwiseRules::shiftScalar),
  /** The shape and dtype of the first operand. */
  UNARY(ElementwiseRules::unary),
  /** The shape of the first operand, its dtype or FP32 for integers. */
  UNARY_FLOAT(ElementwiseRules::unaryFloat),
  /** The shape of the first operand with the dtype of the keyword {@code target_type}. */
  CAST(ElementwiseRules::cast),
  /** The second and third operand element by element, chosen by the first. */
  SELECT(ElementwiseRules::select),
  /** The shape and dtype of the second operand. */
  LIKE_SECOND(ElementwiseRules::likeSecond),
  /** A value with a vector of one column. */
  ROW_EXPAND(BroadcastRules::rowExpand),
  /** As {@link #ROW_EXPAND}, one dtype. */
  ROW_EXPAND_SAME(BroadcastRules::rowExpandSame),
  /** A value with a vector of one row. */
  COL_EXPAND(BroadcastRules::colExpand),
  /** A tile with a vector of one row. */
  TILE_COL_EXPAND(BroadcastRules::tileColExpand),
  /** The shape of the first operand, filled with a scalar. */
  EXPAND_SCALAR(BroadcastRules::expandScalar),
  /** The first operand repeated to the shape of the second. */
  EXPAND_CLONE(BroadcastRules::expandClone),
  /** The last dimension reduced to 1. */
  ROW_REDUCTION(BroadcastRules::rowReduction),
  /** The last dimension reduced to 1; positions as INT32. */
  ROW_POSITION(BroadcastRules::rowPosition),
  /** The second-to-last dimension reduced to 1. */
  COL_REDUCTION(BroadcastRules::colReduction),
  /** The second-to-last dimension reduced to 1; positions as INT32. */
  COL_POSITION(BroadcastRules::colPosition),
  MATMUL(MatmulRules::tensor),
  MATMUL_ACC(MatmulRules::tensorAccumulate),
  TILE_MATMUL(MatmulRules::tile),
  TILE_MATMUL_ACC(MatmulRules::tileAccumulate),
  TILE_MATMUL_MX(MatmulRules::tileScaled),
  TILE_MATMUL_MX_ACC(MatmulRules::tileScaledAccumulate),
  TILE_GEMV(MatmulRules::tileVector),
  TILE_GEMV_ACC(MatmulRules::tileVectorAccumulate),
  TILE_BATCH_MATMUL(MatmulRules::tileBatch),
  CREATE_TENSOR(MemoryRules::createTensor),
  CREATE_L1(MemoryRules::createOnChip),
  CREATE_TILE(MemoryRules::createTile),
  FULL(MemoryRules::fullTensor),
  TILE_FULL(MemoryRules::fullTile),
  SEQUENCE(MemoryRules::sequence),
  TILE_SEQUENCE(MemoryRules::tileSequence),
  READ(MemoryRules::read),
  WRITE(MemoryRules::write),
  DIM(MemoryRules::dim),
  LOAD(MemoryRules::load),
  STORE(MemoryRules::store),
  MOVE(MemoryRules::move),
  SLICE(WindowRules::slice),
  TILE_SLICE(WindowRules::tileSlice),
  EXTRACT(WindowRules::extract),
  ASSEMBLE(WindowRules::assemble),
  FILL_PADDING(ViewRules::fillPadding),
  FILL_PADDING_EXPAND(ViewRules::fillPaddingExpand),
  SET_VALID_SHAPE(ViewRules::setValidShape),
  RESHAPE(ViewRules::reshape),
  REINTERPRET(ViewRules::reinterpret),
  TRANSPOSE(ViewRules::transpose),
  TILE_TRANSPOSE(ViewRules::tileTranspose),
  TRANSPOSE_VIEW(ViewRules::transposeView),
  VIEW(ViewRules::view),
  CONCAT(ViewRules::concat),
  GATHER(GatherRules::gather),
  TILE_GATHER(GatherRules::tileGather),
  GATHER_BLOCKS(GatherRules::gatherBlocks),
  GATHER_MASK(GatherRules::gatherMask),
  GATHER_COMPARE(GatherRules::gatherCompare),
  GATHER_MEMORY(GatherRules::gatherMemory),
  PAGED_GATHER(GatherRules::pagedGather),
  GATHER_ROW(GatherRules::gatherRow),
  SCATTER(GatherRules::scatter),
  SCATTER_MASK(GatherRules::scatterMask),
  SCATTER_UPDATE(GatherRules::scatterUpdate),
  SORT32(GatherRules::sort32),
  MERGE_SORT(GatherRules::mergeSort),
  MERGE_SORT_BLOCKS(GatherRules::mergeSortBlocks),
  SPLIT_HALF(GatherRules::splitHalf),
  SPLIT_DOUBLE(GatherRules::splitDouble),
  ARRAY_CREATE(ArrayRules::create),
  ARRAY_GET(ArrayRules::get),
  ARRAY_UPDATE(ArrayRules::update),
  POP_TILE(MemoryRules::popTile),
  WINDOW(DistributedRules::window),
  REMOTE_LOAD(DistributedRules::remoteLoad),
  TRANSFER(DistributedRules::transfer),
  REMOTE_STORE(DistributedRules::remoteStore),
  SIGNAL(DistributedRules::signal),
  DEFERRED_SIGNAL(DistributedRules::deferredSignal),
  WINDOW_BUFFER(DistributedRules::windowBuffer),
  ALL_REDUCE(CollectiveRules::allReduce),
  BROADCAST(CollectiveRules::broadcast),
  REDUCE_SCATTER(CollectiveRules::reduceScatter),
  ALL_GATHER(CollectiveRules::allGather),
  ALL_TO_ALL(CollectiveRules::allToAll),
  ALL_TO_ALL_COUNTED(CollectiveRules::allToAllCounted),
  /** The type of the first argument. */
  FIRST(in -> in.type(0)),
  /** The type of the second argument. */
  SECOND(in -> in.type(1)),
  /** The type of the third argument. */
  THIRD(in -> in.type(2)),
  /** A scalar of dtype INDEX. */
  INDEX(_ -> Type.INDEX),
  /** A scalar of dtype INT32. */
  INT32(_ -> new Type.Scalar(DataType.INT32)),
  /** A scalar of dtype INT64. */
  INT64(_ -> new Type.Scalar(DataType.INT64)),
  /** A scalar of dtype BOOL. */
  BOOL(_ -> Type.BOOL),
  /** A TaskId. */
  TASK_ID(_ -> Type.TASK_ID),
  /** A pointer. */
  POINTER(_ -> Type.POINTER),
  /** A communication context. */
  COMM_CTX(_ -> Type.COMM_CTX),
  /** A number that a communication context holds. */
  OF_COMM_CTX(HandleRules::ofCommContext),
  /** A prefetch context. */
  PREFETCH_CONTEXT(_ -> Type.PREFETCH_CONTEXT),
  PREFETCH(HandleRules::prefetch),
  PREFETCH_SESSION(HandleRules::session),
  PREFETCH_WAIT(HandleRules::waitForPrefetch),
  /** Nothing. */
  NONE(_ -> new Type.None());

  private static final Set<ResultRule> PRODUCTS =
      EnumSet.of(
          MATMUL,
          MATMUL_ACC,
          TILE_MATMUL,
          TILE_MATMUL_ACC,
          TILE_MATMUL_MX,
          TILE_MATMUL_MX_ACC,
          TILE_GEMV,
          TILE_GEMV_ACC,
          TILE_BATCH_MATMUL);

  private final Function<RuleInput, Type> rule;

  ResultRule(Function<RuleInput, Type> rule) {
    this.rule = rule;
  }

  /** Returns whether it types products of matrices, or of a matrix and a vector. */
  boolean isProduct() {
    return PRODUCTS.contains(this);
  }

  /** Returns the type of the result, or fails with what is wrong with the arguments. */
  Type apply(RuleInput input) {
    return rule.apply(input);
  }
}
