/** Runs Graphviz on a thread of its own: a large graph takes seconds, and the editor must not wait for it. */
import { parentPort } from 'node:worker_threads';
import { Graphviz } from '@hpcc-js/wasm-graphviz';

/** A graph to be laid out, in the language of Graphviz. */
export interface LayoutRequest {
  id: number;
  dot: string;
}

/** Its drawing as SVG, or why there is none. */
export type LayoutAnswer = { id: number; svg: string } | { id: number; problem: string };

const graphviz = Graphviz.load();

parentPort?.on('message', ({ id, dot }: LayoutRequest) => {
  void graphviz
    .then((engine) => ({ id, svg: engine.dot(dot) }))
    .catch((error: unknown) => ({ id, problem: String(error) }))
    .then((answer: LayoutAnswer) => parentPort?.postMessage(answer));
});
