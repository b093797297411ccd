import { silentLog } from '@vesper/core/lib/log.ts';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { createRateLimit } from '@vesper/intake/downloads';
import { createRefusals } from '@vesper/library/refusals';
import { sql } from 'kysely';
import { composeQueue } from '../app/composition/compose-queue.ts';
import { watchDisks } from '../app/composition/disks.ts';
import { createOutboundFetch } from '../app/composition/outbound.ts';
import { composeYtdlp } from '../app/composition/outside.ts';
import { leasedDownload } from '../intake/server/downloads/download-lease.ts';
import { ingestVideo } from '../pipeline/server/video-pipeline.ts';
import type { Pipeline } from '../pipeline/server/work.ts';
import type { TestSite } from './site.ts';

interface NewDownload {
  url: string;
  sourceId?: string | null;
  externalId?: string | null;
  metadata?: Record<string, unknown> | null;
}

export interface EndedJob {
  id: string;
  status: string;
  error: string | null;
  video_id: string | null;
  metadata: unknown;
}

export type Ingest = Awaited<ReturnType<typeof startIngest>>;

/** The pipeline of a test site without a worker: a test says when a download runs. */
export async function startIngest({ base, connection }: TestSite) {
  const { db, storages, config, uploadsDirectory } = base;
  const fetch = createOutboundFetch(config, 'VesperBot/test');
  const { boss, queue } = await composeQueue(connection, silentLog);
  const manners = { fetchFor: () => fetch };
  const workDirectory = `${config.dataDir}/work`;
  const rest = {
    outboundAllow: config.outboundAllow,
    embeds: config.embedProviders,
    maxVideoBytes: 1e8,
    ytdlp: composeYtdlp(config, 'VesperBot/test'),
    rateLimit: createRateLimit(() => 0),
    maxBytesPerSecond: 0,
    disks: watchDisks(config),
  };
  const refusals = createRefusals(db);
  const own = { db, queue, refusals, manners, storages, workDirectory, uploadsDirectory, media: config };
  const pipeline: Pipeline = { ...own, ...rest };

  async function insert({ url, sourceId = null, externalId = null, metadata = null }: NewDownload) {
    const canonical = canonicalAddress(url);
    const { rows } = await sql<{ id: string }>`
      insert into download_jobs (source_url, source_url_hash, source_id, external_id, metadata)
      values (${canonical}, ${addressHash(canonical)}, ${sourceId}, ${externalId},
        ${metadata === null ? null : JSON.stringify(metadata)}::jsonb)
      returning id`.execute(db);
    return rows[0]?.id ?? '';
  }
  async function jobOf(id: string): Promise<EndedJob> {
    const { rows } = await sql<EndedJob>`
      select id, status, error, video_id, metadata from download_jobs where id = ${id}`.execute(db);
    if (!rows[0]) throw new Error('The job is gone.');
    return rows[0];
  }
  const never = new AbortController().signal;
  async function run(jobId: string, changes: Partial<Pipeline> = {}, signal = never): Promise<void> {
    const job = await db
      .updateTable('download_jobs')
      .set((eb) => ({
        status: 'processing',
        leases: eb('leases', '+', 1),
        leased_until: sql`now() + '1 hour'`,
      }))
      .where('id', '=', jobId)
      .where('status', 'in', ['pending', 'processing'])
      .returningAll()
      .executeTakeFirst();
    if (!job) return;
    await ingestVideo({ ...pipeline, ...changes }, leasedDownload(job), { signal, log: silentLog });
  }
  return {
    pipeline,
    queue: insert,
    run,
    jobOf,
    /** Queues and runs a download; its ended job. */
    async download(download: NewDownload): Promise<EndedJob> {
      const id = await insert(download);
      await run(id);
      return jobOf(id);
    },
    close: () => fetch.close().then(() => boss.stop({ graceful: false })),
  };
}
