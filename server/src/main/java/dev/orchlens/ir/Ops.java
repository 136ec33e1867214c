package dev.orchlens.ir;

/**
 * The names of the operators that code here speaks of. The table of all operators, {@code
 * operators.tsv}, has a row for each, which is checked when it is read.
 */
public final class Ops {
  public static final String ARRAY_CREATE = "array.create";
  public static final String ARRAY_GET_ELEMENT = "array.get_element";
  public static final String ARRAY_UPDATE_ELEMENT = "array.update_element";

  public static final String PLD_SYSTEM_DEFER_WAIT = "pld.system.defer_wait";
  public static final String PLD_SYSTEM_GET_COMM_CTX = "pld.system.get_comm_ctx";
  public static final String PLD_SYSTEM_NOTIFY = "pld.system.notify";

  public static final String PLD_TENSOR_ALL_TO_ALL = "pld.tensor.all_to_all";
  public static final String PLD_TENSOR_ALL_TO_ALL_V = "pld.tensor.all_to_all_v";
  public static final String PLD_TENSOR_ALLGATHER = "pld.tensor.allgather";
  public static final String PLD_TENSOR_ALLOC_WINDOW_BUFFER = "pld.tensor.alloc_window_buffer";
  public static final String PLD_TENSOR_ALLREDUCE = "pld.tensor.allreduce";
  public static final String PLD_TENSOR_BARRIER = "pld.tensor.barrier";
  public static final String PLD_TENSOR_BROADCAST = "pld.tensor.broadcast";
  public static final String PLD_TENSOR_REDUCE_SCATTER = "pld.tensor.reduce_scatter";
  public static final String PLD_TENSOR_WINDOW = "pld.tensor.window";

  public static final String SYSTEM_AIC_INITIALIZE_PIPE = "system.aic_initialize_pipe";
  public static final String SYSTEM_AIV_INITIALIZE_PIPE = "system.aiv_initialize_pipe";
  public static final String SYSTEM_AVAILABLE_AIV_COUNT = "system.available_aiv_count";
  public static final String SYSTEM_AVAILABLE_CLUSTER_COUNT = "system.available_cluster_count";
  public static final String SYSTEM_IMPORT_PEER_BUFFER = "system.import_peer_buffer";
  public static final String SYSTEM_RESERVE_BUFFER = "system.reserve_buffer";
  public static final String SYSTEM_SYNCALL = "system.syncall";
  public static final String SYSTEM_TASK_DUMMY = "system.task_dummy";
  public static final String SYSTEM_TASK_INVALID = "system.task_invalid";
  public static final String SYSTEM_TASK_IS_VALID = "system.task_is_valid";
  public static final String SYSTEM_TFREE_TO_AIC = "system.tfree_to_aic";
  public static final String SYSTEM_TFREE_TO_AIV = "system.tfree_to_aiv";

  public static final String TENSOR_AIC_GATHER = "tensor.aic_gather";
  public static final String TENSOR_AIV_SHARD = "tensor.aiv_shard";
  public static final String TENSOR_ASSEMBLE = "tensor.assemble";
  public static final String TENSOR_CAST = "tensor.cast";
  public static final String TENSOR_CREATE = "tensor.create";
  public static final String TENSOR_CREATE_L1 = "tensor.create_l1";
  public static final String TENSOR_DIM = "tensor.dim";
  public static final String TENSOR_EXPAND_CLONE = "tensor.expand_clone";
  public static final String TENSOR_GATHER = "tensor.gather";
  public static final String TENSOR_GATHER_COMPARE = "tensor.gather_compare";
  public static final String TENSOR_GATHER_MASK = "tensor.gather_mask";
  public static final String TENSOR_GATHER_ROW = "tensor.gather_row";
  public static final String TENSOR_GET_BLOCK_IDX = "tensor.get_block_idx";
  public static final String TENSOR_GET_BLOCK_NUM = "tensor.get_block_num";
  public static final String TENSOR_GET_SUBBLOCK_IDX = "tensor.get_subblock_idx";
  public static final String TENSOR_MATMUL = "tensor.matmul";
  public static final String TENSOR_MATMUL_ACC = "tensor.matmul_acc";
  public static final String TENSOR_PAGED_GATHER = "tensor.paged_gather";
  public static final String TENSOR_RANDOM = "tensor.random";
  public static final String TENSOR_READ = "tensor.read";
  public static final String TENSOR_RECIP = "tensor.recip";
  public static final String TENSOR_REINTERPRET_VIEW = "tensor.reinterpret_view";
  public static final String TENSOR_RESHAPE = "tensor.reshape";
  public static final String TENSOR_SCATTER_UPDATE = "tensor.scatter_update";
  public static final String TENSOR_SET_VALIDSHAPE = "tensor.set_validshape";
  public static final String TENSOR_SLICE = "tensor.slice";
  public static final String TENSOR_TRANSPOSE = "tensor.transpose";
  public static final String TENSOR_VIEW = "tensor.view";
  public static final String TENSOR_WRITE = "tensor.write";

  public static final String TILE_AIC_GATHER = "tile.aic_gather";
  public static final String TILE_AIV_SHARD = "tile.aiv_shard";
  public static final String TILE_ASSEMBLE = "tile.assemble";
  public static final String TILE_CAST = "tile.cast";
  public static final String TILE_CREATE = "tile.create";
  public static final String TILE_GATHER = "tile.gather";
  public static final String TILE_GATHER_COMPARE = "tile.gather_compare";
  public static final String TILE_GATHER_MASK = "tile.gather_mask";
  public static final String TILE_GET_BLOCK_IDX = "tile.get_block_idx";
  public static final String TILE_GET_BLOCK_NUM = "tile.get_block_num";
  public static final String TILE_GET_SUBBLOCK_IDX = "tile.get_subblock_idx";
  public static final String TILE_LOAD = "tile.load";
  public static final String TILE_MATMUL = "tile.matmul";
  public static final String TILE_MATMUL_ACC = "tile.matmul_acc";
  public static final String TILE_MATMUL_BIAS = "tile.matmul_bias";
  public static final String TILE_MOVE = "tile.move";
  public static final String TILE_MSCATTER = "tile.mscatter";
  public static final String TILE_RANDOM = "tile.random";
  public static final String TILE_SCATTER_UPDATE = "tile.scatter_update";
  public static final String TILE_STORE = "tile.store";
  public static final String TILE_TPOP_FROM_AIC = "tile.tpop_from_aic";
  public static final String TILE_TPOP_FROM_AIV = "tile.tpop_from_aiv";
  public static final String TILE_TPUSH_TO_AIC = "tile.tpush_to_aic";
  public static final String TILE_TPUSH_TO_AIV = "tile.tpush_to_aiv";
  public static final String TILE_TRI = "tile.tri";

  private Ops() {}
}
