import { recordEvent } from '@vesper/access/audit';
import { actorOf, createAdminSessions } from '@vesper/access/sessions';
import { createDb, createPool } from '@vesper/core/db/pool.ts';
import type { OnStop } from '@vesper/core/feature.ts';
import type { FindActor } from '@vesper/core/http/mount.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { type Counts, createCounts } from '@vesper/core/lib/counts.ts';
import { deriveKey } from '@vesper/core/lib/files/sealing.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { createNameCheck } from '@vesper/core/lib/outbound/reverse-dns.ts';
import type { OnRequest } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { withoutRequestId } from '@vesper/core/lib/request-id.ts';
import { countReturned, createSourceLooks } from '@vesper/intake/crawler';
import { createMediaAddresses, createMediaSigner } from '@vesper/library/media';
import { createSynonymDirectory } from '@vesper/library/search';
import { createPublicMedia, createPublicVideos } from '@vesper/library/videos';
import { createFormProofs } from '@vesper/notices/intake';
import { createCrawlers } from '@vesper/site/crawlers';
import { createDomainDirectory, createPageSites } from '@vesper/site/domains';
import { createChangeFeed, pathsOfTables } from '@vesper/site/live';
import type pg from 'pg';
import { EMPTIED, FEATURES } from '../features.ts';
import { auditSettings } from '../settings/audit-settings.ts';
import { followSettings } from '../settings/live-config.ts';
import { deletesForGood, settingProblem } from '../settings/working-settings.ts';
import { caseLinksOf } from './case-links.ts';
import type { Base } from './compose.ts';
import type { composeQueue } from './compose-queue.ts';
import { watchDisks } from './disks.ts';
import { crawlerUserAgent } from './outbound.ts';
import { composeOutside, type OutsideTuning, requireYtdlp } from './outside.ts';
import { createSiteLook } from './site-look.ts';

/** Changing it breaks every authenticator app set up before. */
const SEALING_PURPOSE = 'vesper second factor';
const PROOFS_PURPOSE = 'vesper form proofs';
/** A connection silent for longer is closed. */
const LOOK_SILENCE_MS = 5000;

export interface SiteOptions {
  connection: pg.PoolConfig;
  signingKey: Buffer;
  /** Shared by the site's processes; by default this process's own. */
  counts?: Counts;
  sharesAnswers?: boolean;
  onRequest?: OnRequest;
  tuning?: OutsideTuning & { batchWaitMs?: number; dnsServers?: readonly string[] };
}

/** For features. `close` also stops what they have started. */
export async function composeSiteParts(
  base: Base,
  { connection, signingKey, counts = createCounts(), onRequest, tuning = {} }: SiteOptions,
) {
  const { config, log, clock, pool, db } = base;
  const { queue, closeQueue } = openQueueLater(connection, log);
  const outside = await composeOutside(base, { ...tuning, onRequest });
  const { manners, ytdlp, translator } = outside;
  // Its own connection, so that a flood of requests cannot delay takedowns.
  const lookDb = createDb(
    createPool({
      ...{ connection, maxConnections: 1, applicationName: 'vesper-look' },
      ...{ silenceMs: LOOK_SILENCE_MS, onIdleError: () => {} },
    }),
  );
  const signer = createMediaSigner(signingKey);
  const feed = createChangeFeed({ pathsOfTables: pathsOfTables(FEATURES), connection, pool, log });
  const domains = createDomainDirectory(db, base.refusals);
  const addresses = createMediaAddresses({ signer, clock, embeds: config.embedProviders, domains });
  const synonyms = createSynonymDirectory(db, base.refusals);
  await base.refreshSettings();
  const following = followSettings(feed, { follow: base.refreshSettings, log });
  feed.watch(['domains'], domains.forget);
  feed.watch(['search_synonyms'], synonyms.forget);
  feed.watch(['refused_terms', 'refusal_settings'], () => {
    for (const held of [base.refusals, synonyms, domains]) held.forget();
  });
  const audit = auditSettings(base);
  const adminSessions = createAdminSessions({
    ...{ db, clock, counts, log, recordEvent: (event) => recordEvent(audit, event) },
    sealingKey: deriveKey(signingKey, SEALING_PURPOSE),
    siteName: async (hostname) => (await domains.configFor(hostname)).siteName,
  });
  // An open tab is no activity. A token has no session.
  const lookAtSession: FindActor = async ({ session, bearer }) =>
    bearer === undefined ? actorOf(adminSessions, session.token, { isActivity: false }) : undefined;
  const disks = watchDisks(config);
  const sources = { db, queue, clock, requireYtdlp: () => requireYtdlp(ytdlp) };
  const stopping = new AbortController();
  const ends: Parameters<OnStop>[0][] = [];
  const onStop: OnStop = (end) => void ends.push(end);
  return {
    parts: {
      ...{ ...base, connection, queue, manners, translator, signer, addresses, domains },
      ...{ synonyms, audit, counts },
      ...{ adminSessions, lookAtSession, feed, onStop, tuning, settingProblem, deletesForGood },
      requireYtdlp: sources.requireYtdlp,
      looks: createSourceLooks({ db, clock, manners }, sources),
      publicVideosFor: createPublicVideos(db, { addresses, domains, synonyms }),
      publicMedia: { ...createPublicMedia(db), findVisible: createPublicMedia(lookDb).findVisible },
      crawlers: createCrawlers({
        ...{ db, clock, log, networks: config.engineNetworks },
        names: createNameCheck({ servers: tuning.dnsServers }),
      }),
      caseLinks: caseLinksOf(signingKey, config.port),
      formProofs: createFormProofs(deriveKey(signingKey, PROOFS_PURPOSE), clock),
      siteOf: createPageSites(domains, config.otherHosts),
      crawlerUserAgent: async () => crawlerUserAgent(config, await domains.configFor('')),
      ...{ disks, fetch: outside.fetch, look: createSiteLook({ base, disks, translator }) },
      countReturned,
      emptied: EMPTIED,
      stopping: stopping.signal,
    },
    stopping,
    async close() {
      for (const end of ends) await end();
      await following.stop();
      await feed.stop();
      await outside.close();
      await closeQueue();
      await lookDb.destroy();
    },
  };
}

/** With the first job: most web processes queue none for hours, and spare pg-boss. */
function openQueueLater(connection: pg.PoolConfig, log: Log): { queue: Queue; closeQueue(): Promise<void> } {
  let opened: Promise<Awaited<ReturnType<typeof composeQueue>>> | undefined;
  const open = async () => {
    // It outlives the request.
    opened ??= withoutRequestId(() =>
      import('./compose-queue.ts').then((module) => module.composeQueue(connection, log)),
    );
    try {
      return (await opened).queue;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return {
    queue: {
      send: async (...job) => (await open()).send(...job),
      sendAll: async (...jobs) => (await open()).sendAll(...jobs),
    },
    closeQueue: async () => (await opened)?.boss.stop({ graceful: false }),
  };
}
