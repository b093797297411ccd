import type { KnownFacts, SiteFacts } from '@vesper/site/operation';

export const FACTS_AT = new Date('2026-11-24T12:00:00Z');

/** A site without problems but the given ones. */
export function siteFacts(other: Partial<KnownFacts> = {}): SiteFacts & { known: KnownFacts } {
  return {
    now: FACTS_AT,
    databaseMs: 1,
    known: {
      operation: {
        workers: [{ id: '1', host: 'here', startedAt: FACTS_AT.toISOString() }],
        lastBeatAt: FACTS_AT.toISOString(),
        disks: [],
      },
      newerVersion: null,
      isNew: true,
      downloads: { pending: 0, processing: 0, oldestReadyAt: null },
      mediaJobs: { pending: 0, processing: 0, oldestReadyAt: null },
      endings: { completed: 0, failures: [] },
      lastRun: 'fine',
      sources: [],
      mail: {
        isSetUp: true,
        waiting: 0,
        failed: 0,
        oldestWaitingAt: null,
        stuckSince: null,
        lastSentAt: null,
      },
      cases: { waiting: 0, oldestAt: null, overdue: 0, dueSoon: 0 },
      backup: null,
      missingFiles: 0,
      auditIsBroken: false,
      backupDisk: null,
      storageAnswers: true,
      translator: null,
      ...other,
    },
  };
}
