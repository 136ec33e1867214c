/** The task graph as SVG. Colours are left to the style sheet of the page, or to the one that an exported picture brings. */
import type { GraphEdgeKind } from './protocol.ts';
import { secondLine, title, type Placed, type PlacedLine, type PlacedPart, type Point } from './graphLayout.ts';
import type { Part } from './graphView.ts';

/** How users know the kinds of edges. */
export const kindNames: Readonly<Record<GraphEdgeKind, string>> = {
  user: 'written in deps=',
  derived: 'derived by the compiler',
  runtime: 'found by the runtime',
  ifEnabled: 'derived if enabled',
  race: 'race: nothing orders the two',
  unproven: 'not shown to be ordered',
};

/** The drawing; each box and line has its id, and says by its label to those who do not see it what it is. */
export function drawing(placed: Placed): string {
  const name = new Map(placed.parts.map(({ part }) => [part.id, title(part)]));
  const [width, height] = [Math.ceil(placed.width), Math.ceil(placed.height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Task graph">`,
    markers(),
    ...placed.parts.filter(({ part }) => part.is === 'open').map((each) => box(each, placed)),
    ...placed.lines.map((each) => lineOf(each, name)),
    ...placed.parts.filter(({ part }) => part.is === 'leaf').map((each) => box(each, placed)),
    '</svg>',
  ].join('\n');
}

function markers(): string {
  const arrow = (kind: string) =>
    `<marker id="arrow-${kind}" class="${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 10 5 0 10z"/></marker>`;
  return `<defs>${Object.keys(kindNames).map(arrow).join('')}</defs>`;
}

function box(each: PlacedPart, placed: Placed): string {
  const { part, x, y, width, height } = each;
  const kind = part.is === 'leaf' && part.node !== undefined ? part.node.kind : (part.groups.at(-1)?.kind ?? 'scope');
  const isGroup = part.is === 'open' || part.node === undefined;
  const classes = [
    'box',
    isGroup ? `group ${kind}` : kind,
    ...(part.is === 'open' ? ['open'] : [part.critical ? 'critical' : '', part.races > 0 ? 'race' : '']),
  ].filter((name) => name !== '');
  const expanded = isGroup ? ` aria-expanded="${part.is === 'open'}"` : '';
  const parts = [
    `<g id="${escaped(part.id)}" class="${classes.join(' ')}" role="button" tabindex="-1"${expanded} aria-label="${escaped(spoken(part, placed))}">`,
    shape(kind, isGroup, each),
    ...(isGroup ? [`<text class="fold" x="${num(x + 10)}" y="${num(y + 18)}">${part.is === 'open' ? '▾' : '▸'}</text>`] : []),
    `<title>${escaped(hint(part))}</title>`,
    text(title(part), isGroup ? x + 24 : x + width / 2, y + 18, isGroup ? 'title' : 'title middle'),
  ];
  const second = part.is === 'leaf' ? secondLine(part) : undefined;
  if (second !== undefined) {
    parts.push(text(second, isGroup ? x + 24 : x + width / 2, y + height - 9, isGroup ? 'second' : 'second middle'));
  }
  return [...parts, '</g>'].join('');
}

function shape(kind: string, isGroup: boolean, { x, y, width, height }: PlacedPart): string {
  const [left, top, right, bottom] = [num(x), num(y), num(x + width), num(y + height)];
  if (kind === 'barrier') {
    const middle = num(y + height / 2);
    return `<path class="shape" d="M${left} ${middle} ${num(x + 10)} ${top}H${num(x + width - 10)}L${right} ${middle} ${num(x + width - 10)} ${bottom}H${num(x + 10)}z"/>`;
  }
  const round = isGroup ? 4 : kind === 'value' || kind === 'host' ? 14 : 6;
  return `<rect class="shape" x="${left}" y="${top}" width="${num(width)}" height="${num(height)}" rx="${round}"/>`;
}

function lineOf({ line, points, label }: PlacedLine, name: ReadonlyMap<string, string>): string {
  const spokenLine = `${name.get(line.to) ?? ''} behind ${name.get(line.from) ?? ''}: ${line.edges.length === 1 ? kindNames[line.kind] : `${line.edges.length} edges`}`;
  const path = rounded(points);
  return [
    `<g id="${escaped(line.id)}" class="edge ${line.kind}${line.critical ? ' critical' : ''}${line.back ? ' back' : ''}" data-from="${escaped(line.from)}" data-to="${escaped(line.to)}" role="button" tabindex="-1" aria-label="${escaped(spokenLine)}">`,
    `<path class="hit" d="${path}"/><path class="stroke" d="${path}" marker-end="url(#arrow-${line.kind})"/>`,
    label === undefined ? '' : text(label.text, label.x, label.y + 11, 'label'),
    '</g>',
  ].join('');
}

/** The way through the points, its corners rounded. */
function rounded(points: readonly Point[]): string {
  return points
    .map((point, at) => {
      const [before, after] = [points[at - 1], points[at + 1]];
      if (before === undefined || after === undefined) {
        return `${before === undefined ? 'M' : 'L'}${num(point.x)} ${num(point.y)}`;
      }
      const from = towards(point, before);
      const to = towards(point, after);
      return `L${num(from.x)} ${num(from.y)}Q${num(point.x)} ${num(point.y)} ${num(to.x)} ${num(to.y)}`;
    })
    .join('');
}

/** A point on the way from one to another, near the one. */
function towards(one: Point, other: Point): Point {
  const length = Math.hypot(other.x - one.x, other.y - one.y);
  const share = length === 0 ? 0 : Math.min(5, length / 2) / length;
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

/** What the mouse is told of a box: all groups that it stands for, with their lines. */
function hint(part: Part): string {
  const all = part.is === 'leaf' && part.node !== undefined ? [part.node] : part.groups;
  return all.map(({ label, sourceUri, sourceLine }) => `${label}, ${fileName(sourceUri)}:${sourceLine + 1}`).join('\n');
}

/** The last part of the path of a file. */
export function fileName(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

/** What a screen reader says of a box. */
function spoken(part: Part, placed: Placed): string {
  if (part.is === 'open' || part.node === undefined) {
    return `${title(part)}, ${part.tasks} task${part.tasks === 1 ? '' : 's'}, ${part.is === 'open' ? 'open' : 'folded'}`;
  }
  const before = placed.lines.filter(({ line }) => line.to === part.id).length;
  const behind = placed.lines.filter(({ line }) => line.from === part.id).length;
  const races = part.races > 0 ? `, in ${part.races} race${part.races === 1 ? '' : 's'}` : '';
  return `${part.node.kind} ${part.node.label}, ${before} before it, ${behind} behind it${races}`;
}

function text(content: string, x: number, y: number, classes: string): string {
  return `<text class="${classes}" x="${num(x)}" y="${num(y)}">${escaped(content)}</text>`;
}

function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A text as it stands in HTML, between tags or in quotes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
