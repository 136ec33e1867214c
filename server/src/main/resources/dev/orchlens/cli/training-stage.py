

@pl.jit.inline
def normalise_NUMBER(x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32], y: pl.Tensor[[TOKENS, HIDDEN], pl.FP32]):
    for row in pl.parallel(0, TOKENS, 16):
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="normalise_NUMBER"):
            squares = pl.full([1, 16], dtype=pl.FP32, value=0.0)
            for part in pl.range(CHUNKS):
                start = part * CHUNK
                piece = x[row : row + 16, start : start + CHUNK]
                squares = pl.add(squares, pl.reshape(pl.row_sum(pl.mul(piece, piece)), [1, 16]))
            factor = pl.reshape(pl.rsqrt(pl.add(pl.mul(squares, SCALE), 1e-6)), [16, 1])
            for part in pl.range(CHUNKS):
                start = part * CHUNK
                y[row : row + 16, start : start + CHUNK] = pl.row_expand_mul(
                    x[row : row + 16, start : start + CHUNK], factor
                )
    return y


@pl.jit.inline
def project_NUMBER(
    x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
    w: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
    y: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
):
    for block in pl.parallel(0, CHUNKS):
        column = block * CHUNK
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="project_NUMBER"):
            total = pl.matmul(x[:, 0:CHUNK], w[0:CHUNK, column : column + CHUNK], out_dtype=pl.FP32)
            for part in pl.range(1, CHUNKS):
                start = part * CHUNK
                total = pl.matmul_acc(
                    total, x[:, start : start + CHUNK], w[start : start + CHUNK, column : column + CHUNK]
                )
            y[:, column : column + CHUNK] = total
    return y


@pl.jit.inline
def layer_NUMBER(
    x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
    w: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
    y: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
):
    normal = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
    normal = normalise_NUMBER(x, normal)
    wide = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
    wide = project_NUMBER(normal, w, wide)
    with pl.manual_scope():
        half = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="halve_NUMBER") as halved:
            half[:] = pl.mul(wide, 0.5)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="residual_NUMBER", deps=[halved]):
            y[:] = pl.add(half, x)
    return y
