import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow test files, the slowest first: a slow one that started last would run alone at the end. */
const LONG = [
  'crash.e2e.ts',
  // These need no demo site, which starts meanwhile.
  'test/play.e2e.ts',
  'test/library.e2e.ts',
  'test/behave.e2e.ts',
  'test/browse.e2e.ts',
  'e2e/play.e2e.ts',
  'admin-work.e2e.ts',
  'embed.e2e.ts',
  'e2e/looks.e2e.ts',
  'admin-looks.e2e.ts',
  'backups/restore.db.test.ts',
  'backups/backups.db.test.ts',
  'app/call-roles.db.test.ts',
  'app/commands/upgrade-database.db.test.ts',
  'videos/plans.db.test.ts',
  'app/dns-away.db.test.ts',
  'app/processes/web-processes.db.test.ts',
  'dumps/killed.db.test.ts',
  'pipeline/server/move-in.db.test.ts',
  'media/move-killed.db.test.ts',
  'app/call-bounds.db.test.ts',
  'judged/attempts.db.test.ts',
  'pipeline/server/duplicates.db.test.ts',
  'crawler/crawler.db.test.ts',
  'videos/browse.db.test.ts',
  'mail/mail.db.test.ts',
  'app/upgrades.db.test.ts',
  'health/missing-files.db.test.ts',
  'catalogue/bulk-acts.db.test.ts',
  'pipeline/server/media-steps.db.test.ts',
  'case-file/case-file.db.test.ts',
  'downloads/workers.db.test.ts',
  'sessions/login-limits.db.test.ts',
  'operation/alerts.db.test.ts',
  'sources/sources.db.test.ts',
  'media/pictures.test.ts',
  'media/film.test.ts',
];

/** Starts the slow ones first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
