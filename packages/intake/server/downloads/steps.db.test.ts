import { silentLog } from '@vesper/core/lib/log.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { endWithError, giveBack, takeDownload } from './download-lease.ts';

const LEASE_MS = 60_000;

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

let added = 0;
async function begin() {
  const admin = await site.admin();
  added += 1;
  const { id } = await admin.downloads.add({ sourceUrl: `https://a.test/film-${added}.mp4` });
  const leased = await takeDownload(site.base.db, '', LEASE_MS);
  if (leased?.job.id !== id) throw new Error('Another download was taken.');
  const seen = async () => {
    const job = (await admin.downloads.list()).find((one) => one.id === id);
    return { status: job?.status, step: job?.step, progress: job?.progress };
  };
  return { leased, seen, renew: () => leased.renew(site.base.db, LEASE_MS) };
}

test('a download reports its step and its overall progress', async () => {
  const { leased, seen, renew } = await begin();
  expect(await seen()).toEqual({ status: 'processing', step: 'describing', progress: 0 });
  leased.enter('fetching');
  leased.reportTransfer({ receivedBytes: 500, totalBytes: 1000 });
  // Not written before the lease is renewed.
  expect(await seen()).toEqual({ status: 'processing', step: 'describing', progress: 0 });
  await renew();
  expect(await seen()).toEqual({ status: 'processing', step: 'fetching', progress: 30 });
  leased.enter('film');
  leased.reportShare(0.5);
  await renew();
  expect(await seen()).toEqual({ status: 'processing', step: 'film', progress: 73 });
});

test('one that fails says in which step, one that waits says none', async () => {
  const failing = await begin();
  failing.leased.enter('probing');
  const error = new SourceError('not_video', 'The file has no moving picture.');
  await endWithError(site.base.db, failing.leased, error, { log: silentLog });
  expect(await failing.seen()).toMatchObject({ status: 'failed', step: 'probing' });

  const stopped = await begin();
  stopped.leased.enter('pictures');
  await stopped.renew();
  await giveBack(site.base.db, stopped.leased);
  expect(await stopped.seen()).toMatchObject({ status: 'pending', step: null });
});
