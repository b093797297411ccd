import { expect, vi } from 'vitest';
import { withClient } from './database.ts';
import type { TestSite } from './site.ts';

/** Without the check of shown pages. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and application_name <> 'vesper-look'`;

/** Expects nginx's cache time to count from the start of an answer's queries, by locking their tables. */
export function expectKeptFromReading(site: TestSite, path: string, tables = 'videos'): Promise<void> {
  return withClient(site.superuser, async (locker) => {
    await locker.query(`begin; lock table ${tables} in access exclusive mode`);
    const answer = fetch(site.url + path);
    await vi.waitUntil(async () => (await locker.query(WAITING)).rowCount, 60_000);
    const begunBy = Math.floor(Date.now() / 1000);
    await vi.waitUntil(() => Date.now() / 1000 > begunBy + 1, 60_000);
    await locker.query('commit');
    const { status, headers } = await answer;
    expect([status, headers.get('cache-control')]).toEqual([200, expect.stringMatching(/s-maxage=[01],/)]);
    const [, last] = /^@(\d+)$/.exec(headers.get('x-accel-expires') ?? '') ?? [];
    expect(begunBy + 1 - Number(last)).toBeGreaterThanOrEqual(0);
  });
}
