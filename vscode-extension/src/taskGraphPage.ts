/** The page that shows the drawing of a task graph: fitted, to be searched, its kinds of edges switched by the legend. */
import { randomBytes } from 'node:crypto';

/** What the page shows. */
export interface GraphPage {
  /** The drawing as SVG, or a paragraph that says why there is none. */
  readonly drawing: string;
  /** Whether it is of an earlier text. */
  readonly stale: boolean;
  /** How many edges are not drawn, since others imply them. */
  readonly implied: number;
  /** The function; where that is the same as before, the reader's place in the drawing is kept. */
  readonly of: string;
}

/** A text as it stands in HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const style = `
  body { padding: 0; overflow: hidden; display: flex; flex-direction: column; height: 100vh; }
  header { display: flex; flex-wrap: wrap; gap: 0.4em 1.2em; align-items: center; padding: 0.5em 0.8em; font-family: var(--vscode-font-family); }
  header input[type=search] { background: var(--vscode-input-background); color: var(--vscode-input-foreground); border: 1px solid var(--vscode-input-border, #8888); padding: 0.2em 0.4em; }
  header button { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); border: 1px solid var(--vscode-contrastBorder, transparent); padding: 0.2em 0.6em; }
  main { flex: 1; overflow: auto; }
  text { fill: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); }
  .node path, .node polygon, .node ellipse { fill: var(--vscode-editorWidget-background); stroke: var(--vscode-editorWidget-border, #888); }
  .node, .cluster { cursor: pointer; }
  .node:hover path, .node:hover polygon, .node:hover ellipse, .node.chosen path, .node.chosen polygon, .node.chosen ellipse { stroke: var(--vscode-focusBorder); stroke-width: 3; }
  .node.found path, .node.found polygon, .node.found ellipse { fill: var(--vscode-editor-findMatchHighlightBackground); }
  .cluster path, .cluster polygon { fill: none; stroke: var(--vscode-editorIndentGuide-activeBackground1, #888); }
  .cluster.chosen path, .cluster.chosen polygon { stroke: var(--vscode-focusBorder); stroke-width: 2; }
  .edge path { stroke: var(--vscode-editor-foreground); }
  .edge polygon { fill: var(--vscode-editor-foreground); stroke: var(--vscode-editor-foreground); }
  .edge.derived path { stroke: var(--vscode-charts-blue); }
  .edge.derived polygon { fill: var(--vscode-charts-blue); stroke: var(--vscode-charts-blue); }
  .edge.runtime path { stroke: var(--vscode-charts-green); }
  .edge.runtime polygon { fill: var(--vscode-charts-green); stroke: var(--vscode-charts-green); }
  .edge.runtime text { fill: var(--vscode-charts-green); }
  .edge.ifEnabled path { stroke: var(--vscode-disabledForeground); }
  .edge.ifEnabled polygon { fill: var(--vscode-disabledForeground); stroke: var(--vscode-disabledForeground); }
  .edge.ifEnabled text { fill: var(--vscode-disabledForeground); }
  .without-user .edge.user, .without-derived .edge.derived, .without-runtime .edge.runtime, .without-ifEnabled .edge.ifEnabled { display: none; }
  .derived-key { color: var(--vscode-charts-blue); }
  .runtime-key { color: var(--vscode-charts-green); }
  .ifEnabled-key { color: var(--vscode-disabledForeground); }
  .stale svg { opacity: 0.5; }
`;

// Runs in the page. It posts the id of a node or group that is clicked.
const script = `
  const vscode = acquireVsCodeApi();
  const place = document.querySelector('main');
  const drawing = document.querySelector('svg');
  const search = document.querySelector('input[type=search]');
  const kept = vscode.getState();
  let zoom = 1;
  const show = () => drawing?.style.setProperty('zoom', zoom);
  const keep = () => vscode.setState({ of: document.body.dataset.of, zoom, x: place.scrollLeft, y: place.scrollTop });
  const fit = () => {
    const [width, height] = ['width', 'height'].map((side) => drawing[side].baseVal.value);
    zoom = Math.min(1, (place.clientWidth - 4) / width, (place.clientHeight - 8) / height);
    show();
    keep();
  };
  const zoomBy = (factor) => { zoom = Math.min(4, Math.max(0.01, zoom * factor)); show(); keep(); };
  if (kept?.of === document.body.dataset.of) {
    zoom = kept.zoom;
    show();
    place.scrollTo(kept.x, kept.y);
  } else if (drawing) {
    fit();
  }
  place.addEventListener('scroll', keep);
  window.addEventListener('wheel', (event) => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 1.1 : 0.9);
    }
  }, { passive: false });
  document.querySelector('#fit').addEventListener('click', fit);
  document.querySelector('#closer').addEventListener('click', () => zoomBy(1.3));
  document.querySelector('#farther').addEventListener('click', () => zoomBy(1 / 1.3));
  for (const box of document.querySelectorAll('input[type=checkbox]')) {
    box.addEventListener('change', () => document.body.classList.toggle('without-' + box.id, !box.checked));
  }
  // Searching marks all that match; Enter goes to the next one.
  const nodes = [...document.querySelectorAll('.node')];
  let at = -1;
  const found = () => nodes.filter((node) => node.classList.contains('found'));
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase();
    nodes.forEach((node) => node.classList.toggle('found', wanted !== '' && node.querySelector('text')?.textContent.toLowerCase().includes(wanted)));
    document.querySelector('output').textContent = wanted === '' ? '' : found().length + ' found';
    at = -1;
  });
  search.addEventListener('keydown', (event) => {
    const all = found();
    if (event.key === 'Enter' && all.length > 0) {
      at = (at + 1) % all.length;
      if (zoom < 0.6) { zoom = 0.8; show(); }
      all[at].scrollIntoView({ block: 'center', inline: 'center' });
      keep();
    }
  });
  window.addEventListener('message', ({ data }) => {
    if (data.stale !== undefined) { document.body.classList.toggle('stale', data.stale); }
    if (data.chosen !== undefined) {
      document.querySelectorAll('.chosen').forEach((part) => part.classList.remove('chosen'));
      data.chosen.forEach((id) => document.getElementById(id)?.classList.add('chosen'));
    }
  });
  // The program gets the keyboard. Did it come here first, it could come back behind the jump to the program.
  drawing?.addEventListener('mousedown', (event) => {
    if (event.target.closest('.node, .cluster')) { event.preventDefault(); }
  });
  drawing?.addEventListener('click', (event) => {
    const part = event.target.closest('.node, .cluster');
    if (part) { vscode.postMessage(part.id); }
  });
`;

/** The page as HTML. */
export function graphPage({ drawing, stale, implied, of }: GraphPage): string {
  const nonce = randomBytes(16).toString('hex');
  const hidden = implied === 0 ? '' : `<span>${implied.toLocaleString('en')} edges that follow from others are not drawn</span>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">${style}</style>
</head>
<body data-of="${escaped(of).replaceAll('"', '&quot;')}"${stale ? ' class="stale"' : ''}>
<header>
<input type="search" placeholder="Find a task" aria-label="Find a task"><output></output>
<button id="fit">Fit</button><button id="closer" aria-label="Closer">+</button><button id="farther" aria-label="Farther">-</button>
<label><input type="checkbox" id="user" checked> written by you</label>
<label class="derived-key"><input type="checkbox" id="derived" checked> derived</label>
<label class="runtime-key"><input type="checkbox" id="runtime" checked> found by the runtime</label>
<label class="ifEnabled-key"><input type="checkbox" id="ifEnabled" checked> derived if enabled</label>
${hidden}
</header>
<main>
${drawing}
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}
