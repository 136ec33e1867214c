/** Lays graphs out by ELK on a thread of its own: a large one takes a second, and the editor must not wait for it. */
import { parentPort } from 'node:worker_threads';
import ELK from 'elkjs/lib/elk.bundled.js';
import type { ElkNode } from 'elkjs/lib/elk-api.js';

/** A graph to be laid out. */
export interface LayoutRequest {
  id: number;
  graph: ElkNode;
}

/** The same graph with places, or why there are none. */
export type LayoutAnswer = { id: number; graph: ElkNode } | { id: number; problem: string };

const elk = new ELK.default();

parentPort?.on('message', ({ id, graph }: LayoutRequest) => {
  void elk
    .layout(graph)
    .then((laidOut): LayoutAnswer => ({ id, graph: laidOut }))
    .catch((error: unknown): LayoutAnswer => ({ id, problem: String(error) }))
    .then((answer) => parentPort?.postMessage(answer));
});
