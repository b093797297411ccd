/** Bare React in its own process: only renders the trees of some pages, with their answers. */
import { createClient, fetchTransport } from '@vesper/contract';

/** First `load`, answered with 0; then each `seconds`, answered with the milliseconds per page. */
export type BareTask = { load: { siteUrl: string; paths: string[] } } | { seconds: number };

const BUNDLE = new URL('../../packages/web/dist/server/entry-server.js', import.meta.url);

interface Bundle {
  bareRendering(request: { url: string; origin: string; client: unknown }): Promise<() => string>;
}

let renderings: (() => string)[] = [];

process.once('disconnect', () => process.exit());
process.on('message', async (task: BareTask) => {
  if ('seconds' in task) {
    process.send?.(measure(task.seconds));
    return;
  }
  const { siteUrl, paths } = task.load;
  const bundle = (await import(BUNDLE.href)) as Bundle;
  const client = createClient(fetchTransport(siteUrl));
  renderings = [];
  for (const url of paths) renderings.push(await bundle.bareRendering({ url, origin: siteUrl, client }));
  process.send?.(0);
});

/** Processor time of the whole process: garbage collection is part of rendering. */
function measure(seconds: number): number {
  const before = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  let pages = 0;
  while (performance.now() < end) {
    for (const render of renderings) render();
    pages += renderings.length;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pages;
}
