/** The page that shows a task graph: what stands around the drawing, and how both look. Its behaviour is in graphPage.ts. */
import { escaped, kindNames } from './graphDrawing.ts';
import { edgeKinds } from './graphView.ts';

/** How the drawing looks, in the page and in a picture of it. */
const drawingStyle = `
  svg text { fill: var(--vscode-editor-foreground); font: 12px var(--vscode-font-family, sans-serif); }
  svg .second, svg .label { font-size: 10px; }
  svg .second { fill: var(--vscode-descriptionForeground, var(--vscode-editor-foreground)); }
  svg .middle { text-anchor: middle; }
  .shape { fill: var(--vscode-editorWidget-background); stroke: var(--vscode-descriptionForeground, #888); }
  .box.open > .shape { fill: var(--vscode-editor-foreground); fill-opacity: 0.035; stroke-opacity: 0.6; }
  .box.group:not(.open) > .shape { stroke-width: 1.5; }
  .box.critical > .shape { stroke: var(--vscode-charts-orange); stroke-width: 2; }
  .box.race > .shape { stroke: var(--vscode-errorForeground); stroke-width: 2.5; }
  .hit { fill: none; stroke: transparent; stroke-width: 9; }
  .stroke { fill: none; stroke: var(--vscode-editor-foreground); }
  .edge.critical .stroke { stroke-width: 3; }
  .edge.back .stroke { opacity: 0.6; }
  marker path { fill: var(--vscode-editor-foreground); }
  .derived .stroke { stroke: var(--vscode-charts-blue); stroke-dasharray: 9 3; }
  marker.derived path { fill: var(--vscode-charts-blue); }
  .runtime .stroke { stroke: var(--vscode-charts-green); }
  marker.runtime path { fill: var(--vscode-charts-green); }
  .ifEnabled .stroke { stroke: var(--vscode-disabledForeground); stroke-dasharray: 4 4; }
  marker.ifEnabled path { fill: var(--vscode-disabledForeground); }
  .race .stroke { stroke: var(--vscode-errorForeground); stroke-width: 2.5; }
  marker.race path { fill: var(--vscode-errorForeground); }
  .unproven .stroke { stroke: var(--vscode-editorWarning-foreground); stroke-dasharray: 2 3; }
  marker.unproven path { fill: var(--vscode-editorWarning-foreground); }
`;

const pageStyle = `
  body { padding: 0; overflow: hidden; display: flex; flex-direction: column; height: 100vh; font-family: var(--vscode-font-family); }
  header { display: flex; flex-wrap: wrap; gap: 0.35em 1em; align-items: center; padding: 0.5em 0.8em; border-bottom: 1px solid var(--vscode-panel-border, #8884); }
  input[type=search] { background: var(--vscode-input-background); color: var(--vscode-input-foreground); border: 1px solid var(--vscode-input-border, #8888); padding: 0.2em 0.4em; width: 16em; }
  button { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); border: 1px solid var(--vscode-contrastBorder, transparent); padding: 0.2em 0.6em; cursor: pointer; }
  label { display: inline-flex; align-items: center; gap: 0.3em; }
  label svg { vertical-align: middle; }
  label[hidden] { display: none; }
  main { flex: 1; overflow: auto; min-height: 0; }
  aside { max-height: 32vh; overflow: auto; padding: 0.4em 0.8em; border-top: 1px solid var(--vscode-panel-border, #8884); }
  aside ul { margin: 0.2em 0; padding-left: 1.2em; }
  aside a { color: var(--vscode-textLink-foreground); cursor: pointer; }
  .box, .edge { cursor: pointer; outline: none; }
  .box:hover > .shape, .box:focus-visible > .shape { stroke: var(--vscode-focusBorder); stroke-width: 2.5; }
  .box.chosen > .shape { stroke: var(--vscode-focusBorder); stroke-width: 3.5; }
  .box.selected:not(.open) > .shape { fill: var(--vscode-list-activeSelectionBackground); }
  .box.selected:not(.open) text { fill: var(--vscode-list-activeSelectionForeground); }
  .box.found > .shape { fill: var(--vscode-editor-findMatchHighlightBackground); fill-opacity: 1; }
  .edge:hover .stroke, .edge:focus-visible .stroke, .edge.selected .stroke { stroke-width: 3.5; }
  .selecting .edge:not(.selected) .stroke { opacity: 0.25; }
  .plain .critical .stroke { stroke-width: 1; }
  .plain .box.critical:not(.race):not(.chosen) > .shape { stroke: var(--vscode-descriptionForeground, #888); stroke-width: 1; }
  .stale main svg { opacity: 0.5; }
  .vscode-high-contrast .shape, .vscode-high-contrast-light .shape { fill: var(--vscode-editor-background); stroke: var(--vscode-contrastBorder, var(--vscode-editor-foreground)); }
`;

/** The page as HTML. @param script its behaviour; @param nonce what marks styles and script as ours */
export function graphPage(script: string, nonce: string): string {
  const legend = edgeKinds.map(
    (kind) =>
      `<label class="${kind}"><input type="checkbox" id="${kind}"><svg width="26" height="10" aria-hidden="true"><path class="stroke" d="M0 5H26"/></svg>${escaped(kindNames[kind])} <span></span></label>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}" id="drawing-style">${drawingStyle}</style>
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<header role="toolbar" aria-label="Task graph">
<input type="search" placeholder="Find a task, tensor or line" aria-label="Find a task, a tensor or a line"><output></output>
<button id="fit">Fit</button><button id="closer" aria-label="Closer">+</button><button id="farther" aria-label="Farther">-</button>
<button id="unfold">Unfold All</button><button id="fold">Fold All</button><button id="export">Export...</button>
${legend.join('\n')}
<label><input type="checkbox" id="redundant">those that follow from others <span></span></label>
<label><input type="checkbox" id="critical" checked>longest chain</label>
</header>
<main></main>
<aside aria-live="polite"></aside>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}
