/** The part of the conversation with the server that is not in LSP; docs/protocol.md describes it. */
import { NotificationType, RequestType } from 'vscode-languageclient/node';

/** `now`: what the compiler does; `ifEnabled`: what it would do with the option on; `warning`: something to look at. */
export type AnnotationKind = 'now' | 'ifEnabled' | 'warning';

/** One text at the end of a line; `line` counts from 0. */
export interface Annotation {
  line: number;
  text: string;
  kind: AnnotationKind;
  hoverMarkdown?: string;
}

/** All annotations of one version of a document; they replace those of an earlier version. */
export interface AnnotationsParams {
  uri: string;
  version: number;
  annotations: Annotation[];
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

/** A task, a barrier, or a value that tasks wait for and no single task makes. */
export interface GraphNode {
  id: string;
  kind: 'task' | 'barrier' | 'value';
  label: string;
  /** The group that it lies in; none for the function's body. */
  group?: string;
  sourceUri: string;
  sourceLine: number;
}

/** A scope, a loop or a branch around tasks. */
export interface GraphGroup {
  id: string;
  kind: 'scope' | 'loop' | 'branch';
  label: string;
  /** The group around it; none in the function's body. */
  group?: string;
  sourceUri: string;
  sourceLine: number;
}

/** From what is waited for, a node or all of a group, to the one that waits. */
export interface GraphEdge {
  from: string;
  to: string;
  kind: 'user' | 'derived' | 'ifEnabled';
  label?: string;
}

/** The tasks of one Orchestration function with their order. */
export interface TaskGraphResult {
  entry: string;
  function: string;
  version: number;
  nodes: GraphNode[];
  groups: GraphGroup[];
  edges: GraphEdge[];
  /** The names of all entries that could have been meant. */
  entries: string[];
}

/** Asks for the graph of the Orchestration function at the position. */
export interface TaskGraphParams {
  uri: string;
  entry?: string;
  position: Position;
}

export const annotations = new NotificationType<AnnotationsParams>('orchlens/annotations');
export const generatedChanged = new NotificationType<GeneratedChangedParams>('orchlens/generatedChanged');
export const generatedOrchestration = new RequestType<GeneratedParams, GeneratedResult | null, void>(
  'orchlens/generatedOrchestration',
);
export const taskGraph = new RequestType<TaskGraphParams, TaskGraphResult | null, void>('orchlens/taskGraph');
export const dependencyReport = new RequestType<ReportParams, ReportResult | null, void>('orchlens/dependencyReport');
