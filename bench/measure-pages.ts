import type { TestDatabase } from '../packages/server/src/test/database.ts';
import { loadPages, type PageLoad } from './page-load.ts';
import { startSite } from './start-site.ts';

export interface PageMeasurements {
  /** The same page over and over, as with many visitors of the home page. */
  same: PageLoad;
  /** Another page each time, so that each is asked of the database and rendered. */
  different: PageLoad;
}

const CONNECTIONS = 8;
const DURATION_MS = 3000;
const WARM_UP_MS = 1500;

/** The whole site on a filled database, in this process, asked for pages of its home page over loopback. */
export async function measurePages(database: TestDatabase, pageCount: number): Promise<PageMeasurements> {
  const site = await startSite(database.connection);
  try {
    let asked = 0;
    const another = () => {
      asked += 1;
      return `/?page=${1 + (asked % pageCount)}`;
    };
    const load = (nextPath: () => string, durationMs: number) =>
      loadPages(Number(new URL(site.url).port), nextPath, { connections: CONNECTIONS, durationMs });
    await load(another, WARM_UP_MS);
    const different = await load(another, DURATION_MS);
    return { different, same: await load(() => '/', DURATION_MS) };
  } finally {
    await site.stop();
  }
}
