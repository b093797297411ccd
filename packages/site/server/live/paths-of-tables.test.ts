import { routes } from '@vesper/contract';
import { expect, test } from 'vitest';
import { pathsOfTables } from './change-feed.ts';

test('a table maps to the paths of the calls that show it, and an unshown one to none', () => {
  const paths = pathsOfTables([
    {
      room: 'intake/downloads',
      tables: {
        download_jobs: { clearing: 'changes', shownBy: [routes.statistics.totals] },
        download_totals: { clearing: 'keeps' },
      },
    },
    {
      room: 'words/languages',
      tables: { languages: { clearing: 'keeps', shownBy: [routes.languages] } },
      shows: { download_jobs: [routes.jobs] },
    },
  ]);
  expect([...paths]).toEqual([
    ['download_jobs', ['/api/admin/stats', '/api/jobs/:id']],
    ['languages', ['/api/languages']],
  ]);
});
