// Declarations of what generated orchestration code uses of the runtime, just enough to check its syntax and types.
// Written from the runtime's public documents (scalar data access, submit by cluster, manual scope, graph building
// guides); nothing here is ever linked or run.
#pragma once

#include <algorithm>
#include <stddef.h>
#include <stdint.h>

enum class DataType : uint8_t {
  FLOAT32,
  FLOAT16,
  BFLOAT16,
  FP8E4M3FN,
  FP8E5M2,
  FP8E8M0,
  FP4E2M1,
  INT8,
  INT16,
  INT32,
  INT64,
  UINT8,
  UINT16,
  UINT32,
  UINT64,
  UNKNOWN
};

constexpr uint32_t MAX_TENSOR_DIMS = 5;
constexpr int32_t INVALID_KERNEL_ID = -1;

// A strided description of device memory.
struct ChipTensor {
  uint32_t ndims;
  uint32_t shapes[MAX_TENSOR_DIMS];
  uint32_t strides[MAX_TENSOR_DIMS];
  bool is_contiguous;

  ChipTensor view(const uint32_t view_shapes[], const uint32_t view_offsets[]) const;
  ChipTensor reshape(const uint32_t new_shapes[], uint32_t new_ndims) const;
  ChipTensor transpose(uint32_t axis, uint32_t other) const;
  uint64_t numel() const;
};

// A buffer that the runtime is to allocate.
class TensorCreateInfo {
 public:
  TensorCreateInfo(const uint32_t shapes[], uint32_t ndims, DataType dtype, bool manual_dep = false);
  template <typename T = uint64_t>
  void set_initial_value(T value);
};

// The arguments the entry was called with.
class ChipTensorArg {
 public:
  const ChipTensor& ref() const;
};

class ChipTaskArgs {
 public:
  const ChipTensorArg& tensor(int32_t index) const;
  uint64_t scalar(int32_t index) const;
};

template <typename T>
T from_u64(uint64_t bits);
template <typename T>
uint64_t to_u64(T value);

struct PTO2OrchestrationConfig {
  int expected_arg_count;
};

class PTO2TaskId {
 public:
  static PTO2TaskId invalid();
  bool is_valid() const;
};

// What a submission hands back: the tensors the runtime allocated for it, and its id.
class TaskOutputTensors {
 public:
  const ChipTensor& get_ref(uint32_t index) const;
  PTO2TaskId task_id() const;
};

enum class PredicateOp { EQ, NE, LT, LE, GT, GE };

// A comparison that the scheduler makes before it dispatches a task.
struct CoreTaskPredicate {
  struct {
    const ChipTensor* tensor;
    uint32_t ndims;
    uint32_t indices[MAX_TENSOR_DIMS];
  } operand;
  PredicateOp op;
  int64_t target;
};

class LaunchSpec {
 public:
  void set_block_num(int32_t blocks);
  void set_require_sync_start(bool value);
};

class CoreTaskArgs {
 public:
  LaunchSpec launch_spec;

  void add_input(const ChipTensor& tensor);
  void add_output(const ChipTensor& tensor);
  void add_output(const TensorCreateInfo& info);
  void add_inout(const ChipTensor& tensor);
  void add_no_dep(const ChipTensor& tensor);
  void add_scalar(uint64_t value);
  template <typename... Tensors>
  void dump(const Tensors&... tensors);
  void set_dependencies(const PTO2TaskId ids[], uint32_t count);
  void set_allow_early_resolve(bool value);
  void set_predicate(const CoreTaskPredicate& predicate);
};

struct MixedKernels {
  int32_t aic_kernel_id;
  int32_t aiv0_kernel_id;
  int32_t aiv1_kernel_id;
};

template <typename... Infos>
TaskOutputTensors alloc_tensors(const Infos&... infos);
TaskOutputTensors rt_submit_task(const MixedKernels& kernels, const CoreTaskArgs& args);
TaskOutputTensors rt_submit_aic_task(int32_t kernel, const CoreTaskArgs& args);
TaskOutputTensors rt_submit_aiv_task(int32_t kernel, const CoreTaskArgs& args);
TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs& args);
int32_t rt_available_cluster_count();
int32_t rt_available_aiv_count();
uint64_t rt_orch_profile_now();
void rt_orch_profile_add_dynamic_dep_vector(uint64_t cycles, uint32_t entries);
void always_assert(bool condition);

template <typename T = uint64_t>
T get_tensor_data(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[]);
template <typename T = uint64_t>
void set_tensor_data(const ChipTensor& tensor, uint32_t ndims, const uint32_t indices[], T value);

enum class PTO2ScopeMode { AUTO, MANUAL };

// Opens a scope in its constructor and closes it in its destructor.
class PTO2ScopeGuard {
 public:
  explicit PTO2ScopeGuard(PTO2ScopeMode mode = PTO2ScopeMode::AUTO);
  ~PTO2ScopeGuard();
};

#define PTO2_SCOPE(...) if (PTO2ScopeGuard pto2_scope_guard{__VA_ARGS__}; true)
