/** The part of the conversation with the server that is not in LSP; docs/protocol.md describes it. */
import { NotificationType, RequestType } from 'vscode-languageclient/node';

/** `now`: what the compiler does; `ifEnabled`: what it would do with the option on; `warning`: something to look at. */
export type AnnotationKind = 'now' | 'ifEnabled' | 'warning';

/** One text at the end of a line; `line` counts from 0. */
export interface Annotation {
  line: number;
  text: string;
  kind: AnnotationKind;
  /** Whether it was found out about an earlier text, and nothing newer is known. */
  stale: boolean;
  hoverMarkdown?: string;
}

/** All annotations of one version of a document; they replace those of an earlier version. */
export interface AnnotationsParams {
  uri: string;
  version: number;
  /** Whether no further message about this version follows. */
  complete: boolean;
  annotations: Annotation[];
  /** How much there is in the programs of the document. */
  counts: Counts;
}

/** The programs of a document, their tasks, and what those wait for. */
export interface Counts {
  programs: number;
  tasks: number;
  edges: number;
}

/** What the server is doing, for the status bar. */
export interface StatusParams {
  state: 'starting' | 'analysing' | 'ready' | 'failed';
  /** One sentence. */
  message: string;
  /** The file that is worked on, or that cannot be analysed. */
  uri?: string;
  /** How many files of how many are done. */
  done?: number;
  total?: number;
}

/** The lines of a document that are shown in all of its editors; none where it is hidden. */
export interface VisibleRangesParams {
  uri: string;
  ranges: { start: Position; end: Position }[];
}

/** A place in a document, both numbers from 0, as in LSP. */
export interface Position {
  line: number;
  character: number;
}

/** Asks for the C++ of the entry that is named, or of the one whose function or calls stand at the position. */
export interface GeneratedParams {
  uri: string;
  entry?: string;
  position?: Position;
}

/** One C++ line and the source line it comes from; both count from 0. */
export interface GeneratedLine {
  cppLine: number;
  sourceUri: string;
  sourceLine: number;
}

/** The C++ of one entry, made from the given version of the document. */
export interface GeneratedResult {
  entry: string;
  version: number;
  text: string;
  lines: GeneratedLine[];
  /** The names of all that could have been meant. */
  entries: string[];
  /** Whether the text is C++, and not comments that say why there is none. */
  complete: boolean;
  /** Whether the text is broken and this is the C++ of the last one that could be read. */
  stale: boolean;
}

/** Says that the C++ of the document's entries may have changed. */
export interface GeneratedChangedParams {
  uri: string;
}

/** Asks for the counts of dependency entries of the function at the position, as text for people. */
export interface ReportParams {
  uri: string;
  entry?: string;
  position?: Position;
}

/** The report on one Orchestration function of an entry, as Markdown. */
export interface ReportResult {
  entry: string;
  function: string;
  text: string;
  /** The names of all entries that could have been meant. */
  entries: string[];
}

/** A task, a barrier, an access of the orchestrator, or a value that tasks wait for and no single task makes. */
export interface GraphNode {
  id: string;
  kind: 'task' | 'barrier' | 'host' | 'value';
  label: string;
  /** The group that it lies in; none for the function's body. */
  group?: string;
  /** Where it is launched, which for an inlined function is inside of that; both lines count from 0. */
  sourceUri: string;
  sourceLine: number;
  sourceEndLine: number;
  /** Whether it is on the longest chain of waits that is drawn. */
  critical: boolean;
}

/** A scope, a loop or a branch around tasks, or the call of an inlined function. */
export interface GraphGroup {
  id: string;
  kind: 'scope' | 'loop' | 'branch' | 'call';
  label: string;
  /** The group around it; none in the function's body. */
  group?: string;
  sourceUri: string;
  sourceLine: number;
  sourceEndLine: number;
}

/**
 * What an edge is about: named in `deps=`, derived by the compiler, found by the runtime, derived if the option were on; nothing
 * orders the two (race), or it is not shown that something does.
 */
export type GraphEdgeKind = 'user' | 'derived' | 'runtime' | 'ifEnabled' | 'race' | 'unproven';

/** From what is waited for, a node or all of a group, to the one that waits. */
export interface GraphEdge {
  from: string;
  to: string;
  kind: GraphEdgeKind;
  label?: string;
  /** The reasons, a sentence each. */
  why: string[];
  /** Whether other waits imply it whenever it is there. */
  redundant: boolean;
  /** Whether it is on the longest chain of waits that is drawn. */
  critical: boolean;
}

/** The tasks of one Orchestration function with their order. */
export interface TaskGraphResult {
  entry: string;
  function: string;
  version: number;
  nodes: GraphNode[];
  groups: GraphGroup[];
  edges: GraphEdge[];
  /** How many tasks the longest chain of waits holds, over all iterations, where that is known. */
  longest?: number;
  /** The names of all entries that could have been meant. */
  entries: string[];
  /** Whether the text is broken and this is the graph of the last one that could be read. */
  stale: boolean;
}

/** Asks for the graph of the Orchestration function at the position. */
export interface TaskGraphParams {
  uri: string;
  entry?: string;
  position: Position;
}

export const annotations = new NotificationType<AnnotationsParams>('orchlens/annotations');
export const status = new NotificationType<StatusParams>('orchlens/status');
export const visibleRanges = new NotificationType<VisibleRangesParams>('orchlens/visibleRanges');
export const generatedChanged = new NotificationType<GeneratedChangedParams>('orchlens/generatedChanged');
export const generatedOrchestration = new RequestType<GeneratedParams, GeneratedResult | null, void>(
  'orchlens/generatedOrchestration',
);
export const taskGraph = new RequestType<TaskGraphParams, TaskGraphResult | null, void>('orchlens/taskGraph');
export const dependencyReport = new RequestType<ReportParams, ReportResult | null, void>('orchlens/dependencyReport');
