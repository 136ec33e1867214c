/** Lays graphs out on a worker thread. */
import { Worker } from 'node:worker_threads';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { LayoutAnswer, LayoutRequest } from './layoutWorker.ts';

/** The thread, started with the first graph. Only the newest graph that waits is laid out. */
export class Layout {
  private readonly script: string;
  private worker: Worker | undefined;
  private running: { id: number; settle: (answer: LayoutAnswer | undefined) => void } | undefined;
  private waiting: { request: LayoutRequest; settle: (answer: LayoutAnswer | undefined) => void } | undefined;
  private lastId = 0;

  /**
   * @param script the bundled worker
   */
  constructor(script: string) {
    this.script = script;
  }

  /** The graph with places; undefined if a newer graph came before this one's turn. Rejects if it cannot be laid out. */
  async of(graph: ElkNode): Promise<ElkNode | undefined> {
    const request = { id: ++this.lastId, graph };
    const answer = await new Promise<LayoutAnswer | undefined>((settle) => {
      this.waiting?.settle(undefined);
      this.waiting = { request, settle };
      this.next();
    });
    if (answer !== undefined && 'problem' in answer) {
      throw new Error(`The task graph could not be drawn: ${answer.problem}`);
    }
    return answer?.graph;
  }

  /** Ends the thread. */
  async dispose(): Promise<void> {
    this.waiting?.settle(undefined);
    this.running?.settle(undefined);
    this.waiting = undefined;
    this.running = undefined;
    await this.worker?.terminate();
  }

  private next(): void {
    if (this.running !== undefined || this.waiting === undefined) {
      return;
    }
    const { request, settle } = this.waiting;
    this.waiting = undefined;
    this.running = { id: request.id, settle };
    this.worker ??= this.start();
    this.worker.postMessage(request);
  }

  private start(): Worker {
    const worker = new Worker(this.script);
    worker.on('message', (answer: LayoutAnswer) => this.answered(answer));
    worker.on('error', (error) => {
      this.worker = undefined;
      this.answered({ id: this.running?.id ?? 0, problem: String(error) });
    });
    return worker;
  }

  private answered(answer: LayoutAnswer): void {
    const { running } = this;
    if (running?.id !== answer.id) {
      return;
    }
    this.running = undefined;
    running.settle(answer);
    this.next();
  }
}
