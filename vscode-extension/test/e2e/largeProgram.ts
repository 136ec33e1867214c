/** A program as large as the largest that are written by hand: 370 tasks, nearly all of them from helpers that are inlined. */

const layers = 46;

/** The regions of a layer but for the last one; each writes what the next one reads. */
const stages = ['norm', 'query', 'key', 'scores', 'weights', 'mix', 'gate'];

/**
 * The text: a helper with eight regions that is called 46 times, each time with its own slice of the weights, and a helper of two
 * regions, called once, behind them.
 */
export function largeProgram(): string {
  return [
    '"""A forward pass, generated for a test of the editor: 46 layers of eight tasks, and a head of two."""',
    '',
    'import pypto.language as pl',
    '',
    'ROWS, COLS = 32, 64',
    '',
    '',
    '@pl.jit.inline',
    'def layer(',
    '    hidden: pl.Tensor[[ROWS, COLS], pl.FP32],',
    '    weight: pl.Tensor[[ROWS, COLS], pl.FP32],',
    '    result: pl.Tensor[[ROWS, COLS], pl.FP32],',
    '):',
    ...stages.flatMap((stage, at) => region(stage, `pl.mul(${stages[at - 1] ?? 'hidden'}, weight)`)),
    '    with pl.at(level=pl.Level.CORE_GROUP, name_hint="residual"):',
    '        result[:] = pl.add(gate, hidden)',
    '    return result',
    '',
    '',
    '@pl.jit.inline',
    'def head(hidden: pl.Tensor[[ROWS, COLS], pl.FP32], out: pl.Tensor[[ROWS, COLS], pl.FP32]):',
    ...region('last_norm', 'pl.mul(hidden, hidden)'),
    '    with pl.at(level=pl.Level.CORE_GROUP, name_hint="logits"):',
    '        out[:] = pl.sqrt(last_norm)',
    '    return out',
    '',
    '',
    '@pl.jit',
    'def forward(',
    '    tokens: pl.Tensor[[ROWS, COLS], pl.FP32],',
    `    weights: pl.Tensor[[${layers} * ROWS, COLS], pl.FP32],`,
    '    out: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],',
    '):',
    ...Array.from({ length: layers }, (_, at) => [
      `    weight_${at} = pl.slice(weights, [ROWS, COLS], [${at} * ROWS, 0])`,
      `    hidden_${at} = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)`,
      `    hidden_${at} = layer(${at === 0 ? 'tokens' : `hidden_${at - 1}`}, weight_${at}, hidden_${at})`,
    ]).flat(),
    `    out = head(hidden_${layers - 1}, out)`,
    '    return out',
    '',
  ].join('\n');
}

function region(name: string, value: string): string[] {
  return [
    `    ${name} = pl.create_tensor([ROWS, COLS], dtype=pl.FP32)`,
    `    with pl.at(level=pl.Level.CORE_GROUP, name_hint="${name}"):`,
    `        ${name}[:] = ${value}`,
  ];
}
