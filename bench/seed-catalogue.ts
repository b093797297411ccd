/** script/seed-catalogue: fills the configured site with many made-up videos, for trying it out. */

import { type Base, composeBase } from '../packages/app/composition/compose.ts';
import { migrateDatabase, openDatabase } from '../packages/app/composition/database.ts';
import { followSite } from '../packages/app/processes/account.ts';
import { runMain } from '../packages/app/processes/process.ts';
import { readConfig } from '../packages/app/settings/config.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { createLog } from '../packages/core/server/lib/log.ts';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { ensureSeedMedia, SEED_THUMBNAIL_KEY, SEED_VIDEO_KEY } from './catalogue/seed-media.ts';
import { formatNumber, print } from './print.ts';

const MAX_VIDEOS = 5_000_000;

await runMain(async () => {
  const count = readCount(process.argv.slice(2));
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, { process: 'seed' });
  await followSite(config);
  const server = await openDatabase(config, log);
  try {
    await migrateDatabase(server, log);
    const base = await composeBase(config, server.connection, { name: 'seed', log });
    await seed(base, count).finally(() => base.close());
  } finally {
    await server.stop();
  }
});

async function seed(base: Base, count: number): Promise<void> {
  await ensureSeedMedia(base.storages.main, AbortSignal.timeout(300_000));
  const startedAt = performance.now();
  const run = await fillCatalogue(base, {
    count,
    now: new Date(),
    videoKey: SEED_VIDEO_KEY,
    thumbnailKey: SEED_THUMBNAIL_KEY,
    onProgress: (done) =>
      print(`${formatNumber(done)} of ${formatNumber(count)} videos, ${speed(done, startedAt)}`),
  });
  print(
    `Run ${run}: ${formatNumber(count)} videos added, ranked and analysed, ${speed(count, startedAt)} in all.`,
  );
}

function readCount(words: readonly string[]): number {
  const [text = ''] = words;
  const count = Number(text);
  if (words.length !== 1 || !/^\d{1,7}$/.test(text) || count < 1 || count > MAX_VIDEOS) {
    throw new AppError(
      'bad_request',
      `How many videos? A whole number from 1 to ${formatNumber(MAX_VIDEOS)}, for example: script/seed-catalogue 100000`,
    );
  }
  return count;
}

function speed(rows: number, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${seconds.toFixed(1)} s, ${formatNumber(Math.round(rows / seconds))} a second`;
}
