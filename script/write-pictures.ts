/** node script/write-pictures.ts: draws the pictures of docs/architecture.md from the code. */
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DOWNLOAD_ENDINGS, DOWNLOAD_STEPS, REPORT_STATES } from '@vesper/contract';
import { CASE_EVENTS, nextState } from '../packages/notices/server/cases/states.ts';

export const PICTURES_FILE = new URL('../docs/architecture.md', import.meta.url);

const PACKAGES = path.join(import.meta.dirname, '../packages');
const RULES = String(new URL('../.dependency-cruiser.mjs', import.meta.url));
const { areaImports }: { areaImports: Record<string, string[]> } = await import(RULES);
const PICTURES: Record<string, () => string[]> = { areas, page, download, notice };

/** The text with its pictures redrawn, each below the comment that names it. Throws for an unknown picture. */
export function withPictures(text: string): string {
  return text.replace(/(<!-- picture: (\w+) -->\n```mermaid\n)[^`]*/g, (_, head: string, name: string) => {
    const draw = PICTURES[name];
    if (!draw) throw new Error(`The picture ${name} does not exist.`);
    return `${head}${draw().join('\n')}\n`;
  });
}

/** Areas with their rooms. Without arrows that follow from others. */
function areas(): string[] {
  const imports = new Map(Object.entries(areaImports).map(([area, below]) => [area, [...below, 'core']]));
  imports.set('app', [...imports.keys(), 'core']).set('core', []);
  const boxes = [...imports.keys()].map((area) => {
    const files = area === 'app' ? [] : globSync(`${area}/server/*/*.ts`, { cwd: PACKAGES });
    const rooms = new Set(files.map((file) => path.basename(path.dirname(file))).toSorted());
    return `  ${area}["<b>${area}</b><br>${[...rooms].join(', ')}"]`;
  });
  const arrows = [...imports].flatMap(([area, below]) =>
    below
      .filter((one) => !below.some((between) => imports.get(between)?.includes(one)))
      .map((one) => `  ${area} --> ${one}`),
  );
  return ['flowchart TD', ...boxes, ...arrows];
}

/** The path of a page request: a function, its file, the previous function, and the file that calls it. */
const STATIONS: [name: string, file: string, from?: string, calledIn?: string][] = [
  ['createApp', 'core/server/http/app.ts'],
  ['mountPages', 'core/server/http/ssr.ts', 'createApp', 'app/composition/compose-web.ts'],
  ['createPageCache', 'core/server/http/page-cache.ts', 'mountPages', 'core/server/http/ssr.ts'],
  ['createPageRenderer', 'core/server/http/page-renderer.ts', 'createPageCache', 'core/server/http/ssr.ts'],
  ['renderPage', 'web/src/entry-server.tsx', 'createPageRenderer', 'core/server/http/page-renderer.ts'],
  ['findRoute', 'web/src/routes.ts', 'renderPage', 'web/src/entry-server.tsx'],
  ['createClient', 'contract/src/client.ts', 'renderPage', 'core/server/http/page-renderer.ts'],
  ['createDispatch', 'core/server/http/mount.ts', 'createClient', 'app/composition/compose-web.ts'],
  ['videoRoutes', 'library/server/videos/routes.ts', 'createDispatch', 'library/server/videos/feature.ts'],
  ['renderDocument', 'web/src/document/document.ts', 'renderPage', 'web/src/entry-server.tsx'],
];

function page(): string[] {
  const lines = STATIONS.flatMap(([name, file, from, calledIn]) => {
    find(file, `export (async )?function ${name}\\b`);
    const box = `  ${name}["<b>${name}</b><br>${file}"]`;
    if (!from || !calledIn) return [box];
    find(calledIn, `\\b${name}\\(`);
    return [box, `  ${from} --> ${name}`];
  });
  return ['flowchart TD', ...lines];
}

/** The steps in order, by the pipeline file that enters them. */
function download(): string[] {
  const [first, ...steps] = DOWNLOAD_STEPS;
  const last = steps.pop();
  find('pipeline/server/video-pipeline.ts', `enter\\('${last}'\\)`);
  const lost = new Set<string>(steps);
  const ways: string[] = [];
  for (const file of globSync('pipeline/server/*.ts', { cwd: PACKAGES }).toSorted()) {
    const own = steps.filter((step) => read(file).includes(`.enter('${step}')`));
    for (const step of own) lost.delete(step);
    const boxes = own.map((step) => `${step}${ways.length}(${step})`).join(' --> ');
    if (boxes) ways.push(`  ${first} -->|${path.basename(file)}| ${boxes} --> ${last}`);
  }
  if (lost.size > 0) throw new Error(`No file of the pipeline enters ${[...lost].join(', ')}.`);
  const ends = [`${last} --> public([public video])`, `any[any step] -.-> ${DOWNLOAD_ENDINGS.join(' & ')}`];
  return ['flowchart LR', `  queued([queued]) --> ${first}`, ...ways, ...ends.map((line) => `  ${line}`)];
}

/** State transitions of a case. */
function notice(): string[] {
  const firstState = find('notices/server/cases/open.ts', 'function firstState[\\s\\S]*?\n}');
  const starts = REPORT_STATES.filter((state) => firstState.includes(`'${state}'`));
  const moves = REPORT_STATES.flatMap((from) => {
    const events = CASE_EVENTS.map((event) => ({ event, to: after(from, event) })).filter(({ to }) => to);
    if (events.length === 0) return [`  ${from} --> [*]`];
    return [...Map.groupBy(events, ({ to }) => to)].map(
      ([to, leading]) => `  ${from} --> ${to}: ${leading.map(({ event }) => event).join(', ')}`,
    );
  });
  return ['stateDiagram-v2', ...starts.map((state) => `  [*] --> ${state}`), ...moves];
}

function after(from: (typeof REPORT_STATES)[number], event: (typeof CASE_EVENTS)[number]) {
  try {
    return nextState(from, event);
  } catch {
    return undefined;
  }
}

function read(file: string): string {
  return readFileSync(path.join(PACKAGES, file), 'utf8');
}

function find(file: string, pattern: string): string {
  const [found] = new RegExp(pattern).exec(read(file)) ?? [];
  if (found === undefined) throw new Error(`${file} has no ${pattern}: correct script/write-pictures.ts.`);
  return found;
}

if (import.meta.main) await writeFile(PICTURES_FILE, withPictures(readFileSync(PICTURES_FILE, 'utf8')));
