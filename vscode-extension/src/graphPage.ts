/** What the page of the task graph does. It runs inside the page, and knows nothing but what the panel tells it. */
import { kindNames } from './graphDrawing.ts';
import type { DrawingMessage, FromPage, Named, ToPage } from './graphMessages.ts';
import { edgeKinds } from './graphView.ts';
import type { GraphEdge } from './protocol.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Place | undefined;
  setState(state: Place): void;
};

/** Where the reader is in a drawing. */
interface Place {
  readonly of: string;
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

const editor = acquireVsCodeApi();
const main = element('main');
const aside = element('aside');
const search = input('input[type=search]');
let shown: DrawingMessage | undefined;
let zoom = 1;
/** What was found, and which of it was gone to last. */
let found: readonly Named[] = [];
let at = -1;

function element(selector: string): HTMLElement {
  const one = document.querySelector<HTMLElement>(selector);
  if (one === null) {
    throw new Error(`the page has no ${selector}`);
  }
  return one;
}

function input(selector: string): HTMLInputElement {
  return element(selector) as HTMLInputElement;
}

const drawing = () => main.querySelector('svg');
const box = (id: string) => document.getElementById(id);

// Zoom and place.

function zoomTo(value: number): void {
  zoom = Math.min(4, Math.max(0.02, value));
  drawing()?.style.setProperty('zoom', String(zoom));
  keep();
}

function keep(): void {
  if (shown !== undefined) {
    editor.setState({ of: shown.of, zoom, x: main.scrollLeft, y: main.scrollTop });
  }
}

function fit(): void {
  const svg = drawing();
  if (svg !== null) {
    const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
    zoomTo(Math.min(1, (main.clientWidth - 4) / width, (main.clientHeight - 8) / height));
  }
}

function bringIntoView(id: string): void {
  if (zoom < 0.5) {
    zoomTo(0.8);
  }
  box(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  keep();
}

// The drawing.

function show(message: DrawingMessage): void {
  const kept = shown?.of === message.of ? { zoom, x: main.scrollLeft, y: main.scrollTop } : undefined;
  const focused = document.activeElement?.closest('.box')?.id;
  const before = shown === undefined ? editor.getState() : kept && { of: message.of, ...kept };
  shown = message;
  main.innerHTML = message.svg;
  document.body.classList.toggle('stale', message.stale);
  document.body.classList.remove('selecting');
  legend(message);
  if (before?.of === message.of) {
    zoomTo(before.zoom);
    main.scrollTo(before.x, before.y);
  } else {
    aside.textContent = message.summary;
    fit();
  }
  find();
  tabStop(focused ?? message.order[0]);
  if (focused !== undefined) {
    box(focused)?.focus({ preventScroll: true });
  }
  if (message.goTo !== undefined) {
    const seen = seenIn(message.goTo);
    select(seen);
    bringIntoView(seen);
  }
}

/** Each kind that there is, how often, and whether it is drawn. */
function legend({ edges, kinds, redundant }: DrawingMessage): void {
  for (const kind of edgeKinds) {
    const amount = edges.filter((edge) => edge.kind === kind).length;
    legendEntry(kind, amount, kinds.includes(kind));
  }
  legendEntry('redundant', edges.filter((edge) => edge.redundant).length, redundant);
}

function legendEntry(id: string, amount: number, checked: boolean): void {
  const box = input(`input#${id}`);
  box.checked = checked;
  const label = box.closest('label');
  if (label !== null) {
    label.hidden = amount === 0;
    label.querySelector('span')?.replaceChildren(`(${amount.toLocaleString('en')})`);
  }
}

function seenIn(id: string): string {
  return [...(shown?.nodes ?? []), ...(shown?.groups ?? [])].find((each) => each.id === id)?.box ?? id;
}

/** Tab comes to one box; from there the arrow keys lead on. */
function tabStop(id: string | undefined): void {
  main.querySelectorAll('.box[tabindex="0"]').forEach((each) => each.setAttribute('tabindex', '-1'));
  if (id !== undefined) {
    box(id)?.setAttribute('tabindex', '0');
  }
}

// What is selected, and what is told of it.

function select(id: string | undefined): void {
  main.querySelectorAll('.selected').forEach((each) => each.classList.remove('selected'));
  document.body.classList.toggle('selecting', id !== undefined);
  if (id === undefined) {
    aside.textContent = shown?.summary ?? '';
    return;
  }
  box(id)?.classList.add('selected');
  const line = shown?.lines[id];
  if (line === undefined) {
    linesOf(id, 'data-from', 'data-to').forEach((each) => each.classList.add('selected'));
    tellBox(id);
  } else {
    tellLine(line.flatMap((place) => shown?.edges[place] ?? []));
  }
}

function linesOf(id: string, ...ends: readonly string[]): Element[] {
  return [...main.querySelectorAll('.edge')].filter((edge) => ends.some((end) => edge.getAttribute(end) === id));
}

function tellBox(id: string): void {
  const inside = new Set((shown?.nodes ?? []).filter((node) => node.box === id || node.id === id).map((node) => node.id));
  const edges = (shown?.edges ?? []).filter((edge) => shown?.kinds.includes(edge.kind));
  const before = edges.filter(({ from, to }) => inside.has(to) && (!inside.has(from) || inside.size === 1));
  const behind = edges.filter(({ from, to }) => inside.has(from) && !inside.has(to));
  const one = [...(shown?.nodes ?? []), ...(shown?.groups ?? [])].find((each) => each.id === id);
  const heading = paragraph(
    strong(one?.label ?? ''),
    one === undefined ? '' : ` ${one.file}:${one.line} `,
    link('source', 'Go to source', () => editor.postMessage({ type: 'source', id })),
    ...(box(id)?.classList.contains('group') === true
      ? [' ', link('toggle', 'Fold or unfold', () => editor.postMessage({ type: 'toggle', id }))]
      : []),
  );
  const parts: Node[] = [heading];
  if (box(id)?.classList.contains('open') !== true) {
    parts.push(paragraph(before.length === 0 ? 'Nothing is before it.' : 'Before it:'), list(before, 'from'));
    parts.push(paragraph(behind.length === 0 ? 'Nothing is behind it.' : 'Behind it:'), list(behind, 'to'));
  }
  aside.replaceChildren(...parts);
}

function tellLine(edges: readonly GraphEdge[]): void {
  const items = edges.slice(0, 40).map((edge) => item(edge, taskLink(edge.to), ' behind ', taskLink(edge.from)));
  aside.replaceChildren(listOf(items, edges.length - items.length));
}

function list(edges: readonly GraphEdge[], end: 'from' | 'to'): HTMLElement {
  const items = edges.slice(0, 40).map((edge) => item(edge, taskLink(edge[end])));
  return listOf(items, edges.length - items.length);
}

function listOf(items: readonly HTMLElement[], left: number): HTMLElement {
  const all = document.createElement('ul');
  all.append(...items);
  if (left > 0) {
    all.append(`and ${left.toLocaleString('en')} more`);
  }
  return all;
}

function item(edge: GraphEdge, ...ends: readonly (string | Node)[]): HTMLElement {
  const entry = document.createElement('li');
  const follows = edge.redundant ? ', follows from others' : '';
  entry.append(...ends, `: ${kindNames[edge.kind]}${follows}. ${edge.why.join(' ')}`);
  return entry;
}

function taskLink(id: string): HTMLElement {
  const named = [...(shown?.nodes ?? []), ...(shown?.groups ?? [])].find((each) => each.id === id);
  return link('task', named?.label ?? id, () => editor.postMessage({ type: 'show', id }));
}

function link(kind: string, text: string, act: () => void): HTMLElement {
  const anchor = document.createElement('a');
  anchor.className = kind;
  anchor.textContent = text;
  anchor.tabIndex = 0;
  anchor.role = 'button';
  anchor.addEventListener('click', act);
  anchor.addEventListener('keydown', (event) => event.key === 'Enter' && act());
  return anchor;
}

function strong(text: string): HTMLElement {
  const element = document.createElement('strong');
  element.textContent = text;
  return element;
}

function paragraph(...content: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement('div');
  element.append(...content);
  return element;
}

// Search: by the name of a task, of a tensor in what a task waits for, or by a line.

function find(): void {
  const wanted = search.value.trim().toLowerCase();
  found = wanted === '' || shown === undefined ? [] : shown.nodes.filter((node) => matches(node, wanted));
  at = -1;
  main.querySelectorAll('.found').forEach((each) => each.classList.remove('found'));
  found.forEach((node) => box(node.box)?.classList.add('found'));
  element('output').textContent = wanted === '' ? '' : `${found.length} found`;
}

function matches(node: Named, wanted: string): boolean {
  const line = /^(?:(.*):|line )?(\d+)$/.exec(wanted);
  if (line !== null && node.line === Number(line[2]) && node.file.toLowerCase().startsWith(line[1] ?? '')) {
    return true;
  }
  const touches = ({ from, to, label }: GraphEdge) =>
    (from === node.id || to === node.id) && label?.toLowerCase().includes(wanted) === true;
  return node.label.toLowerCase().includes(wanted) || shown?.edges.some(touches) === true;
}

search.addEventListener('input', find);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && found.length > 0) {
    at = (at + (event.shiftKey ? found.length - 1 : 1)) % found.length;
    const next = found[at];
    if (next !== undefined) {
      editor.postMessage({ type: 'show', id: next.id });
    }
  } else if (event.key === 'Escape') {
    search.value = '';
    find();
  }
});

// Mouse and keys.

main.addEventListener('mousedown', (event) => {
  // The program gets the keyboard. Did it come here first, it could come back behind the jump to the program.
  if (event.target instanceof Element && event.target.closest('.box') !== null) {
    event.preventDefault();
  }
});
main.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : undefined;
  const part = target?.closest('.box, .edge');
  if (part === null || part === undefined) {
    select(undefined);
    return;
  }
  select(part.id);
  if (target?.closest('.fold') !== null) {
    editor.postMessage({ type: 'toggle', id: part.id });
  } else if (part.classList.contains('box')) {
    tabStop(part.id);
    editor.postMessage({ type: 'source', id: part.id });
  }
});
main.addEventListener('dblclick', (event) => {
  const group = event.target instanceof Element ? event.target.closest('.box.group') : null;
  if (group !== null) {
    editor.postMessage({ type: 'toggle', id: group.id });
  }
});
main.addEventListener('keydown', (event) => {
  const part = event.target instanceof Element ? event.target.closest('.box') : null;
  if (part === null || shown === undefined) {
    return;
  }
  const { order } = shown;
  const place = order.indexOf(part.id);
  const beside = (mine: string, other: string) => linesOf(part.id, mine)[0]?.getAttribute(other) ?? undefined;
  const next: Partial<Record<string, () => string | undefined>> = {
    ArrowDown: () => order[place + 1],
    ArrowUp: () => order[place - 1],
    ArrowLeft: () => beside('data-to', 'data-from'),
    ArrowRight: () => beside('data-from', 'data-to'),
    Home: () => order[0],
    End: () => order.at(-1),
  };
  const move = next[event.key];
  if (move !== undefined) {
    event.preventDefault();
    const to = move();
    if (to !== undefined) {
      tabStop(to);
      box(to)?.focus({ preventScroll: true });
      select(to);
      bringIntoView(to);
    }
  } else if (event.key === ' ' && part.classList.contains('group')) {
    event.preventDefault();
    editor.postMessage({ type: 'toggle', id: part.id });
  } else if (event.key === 'Enter') {
    editor.postMessage({ type: 'source', id: part.id });
  }
});
window.addEventListener('keydown', (event) => {
  if (event.target === search) {
    return;
  }
  const acts: Partial<Record<string, () => void>> = {
    '+': () => zoomTo(zoom * 1.3),
    '-': () => zoomTo(zoom / 1.3),
    '0': fit,
    '/': () => search.focus(),
    Escape: () => select(undefined),
  };
  const act = acts[event.key];
  if (act !== undefined && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    act();
  }
});
main.addEventListener('scroll', keep);
window.addEventListener(
  'wheel',
  (event) => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoomTo(zoom * (event.deltaY < 0 ? 1.1 : 0.9));
    }
  },
  { passive: false },
);

const buttons: Record<string, () => void> = {
  fit,
  closer: () => zoomTo(zoom * 1.3),
  farther: () => zoomTo(zoom / 1.3),
  unfold: () => editor.postMessage({ type: 'unfold' }),
  fold: () => editor.postMessage({ type: 'fold' }),
  export: () => editor.postMessage({ type: 'export' }),
};
for (const [id, act] of Object.entries(buttons)) {
  element(`button#${id}`).addEventListener('click', act);
}
for (const each of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
  each.addEventListener('change', () => {
    if (each.id === 'critical') {
      document.body.classList.toggle('plain', !each.checked);
      return;
    }
    const kinds = edgeKinds.filter((kind) => input(`input#${kind}`).checked);
    editor.postMessage({ type: 'kinds', kinds, redundant: input('input#redundant').checked });
  });
}

// The picture, in the colours that it has here.

function picture(): { svg: string; width: number; height: number } {
  const copy = drawing()?.cloneNode(true) as SVGSVGElement;
  const [width, height] = [copy.width.baseVal.value, copy.height.baseVal.value];
  const theme = getComputedStyle(document.documentElement);
  const value = (name: string, otherwise: string | undefined): string =>
    theme.getPropertyValue(name).trim() || (otherwise ?? '#888');
  let style = element('#drawing-style').textContent;
  for (let before = ''; before !== style;) {
    before = style;
    style = style.replace(/var\((--[\w-]+)(?:, ([^()]+))?\)/g, (_, name: string, otherwise?: string) => value(name, otherwise));
  }
  copy.removeAttribute('style');
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  sheet.textContent = style;
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, text] of Object.entries({ width, height, fill: value('--vscode-editor-background', '#fff') })) {
    ground.setAttribute(name, String(text));
  }
  copy.prepend(sheet, ground);
  return { svg: new XMLSerializer().serializeToString(copy), width, height };
}

function png(): Promise<string> {
  const { svg, width, height } = picture();
  const scale = Math.min(2, 16_000 / Math.max(width, height));
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width * scale, height * scale];
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
      resolve(canvas.toDataURL('image/png'));
    };
    image.onerror = () => reject(new Error('the picture could not be drawn'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case 'drawing':
      show(data);
      break;
    case 'stale':
      document.body.classList.toggle('stale', data.stale);
      break;
    case 'chosen': {
      main.querySelectorAll('.chosen').forEach((each) => each.classList.remove('chosen'));
      data.ids.forEach((id) => box(id)?.classList.add('chosen'));
      const [first] = data.ids;
      if (first !== undefined) {
        box(first)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
      break;
    }
    case 'render':
      void (data.format === 'png' ? png() : Promise.resolve(picture().svg)).then((content) =>
        editor.postMessage({ type: 'picture', content }),
      );
      break;
  }
});

editor.postMessage({ type: 'ready', width: main.clientWidth, height: main.clientHeight });
