import { defineConfig } from 'vitest/config';
import { LongestFirst } from './script/longest-first.ts';

const database = '**/*.db.test.ts';
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.{ts,tsx}', '{bench,demo-source,script}/**/*.test.ts'],
          exclude: [...exclude, database],
          testTimeout: 30_000,
          // A busy machine may need more than the usual second.
          expect: { poll: { timeout: 15_000 } },
          // The files of a worker share its modules, whose state none of them changes permanently.
          isolate: false,
          // Possibly more than the processors, as the slowest tests wait for ffmpeg.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'database',
          include: [`{packages,bench}/${database}`],
          exclude,
          globalSetup: ['packages/test/global-setup.ts'],
          testTimeout: 300_000,
          // The tests of plans fill a database: a minute on an idle machine.
          hookTimeout: 400_000,
          // Each poll is a call or a query, and frequent polls would slow down the awaited work.
          expect: { poll: { interval: 100, timeout: 15_000 } },
          // The files of a worker share its modules, whose state none of them changes.
          isolate: false,
          // Node loads the modules, as in production: Vite would load the built pages again for each site.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Most objects of a site are short-lived: a large young generation keeps them out of the old space.
          execArgv: ['--max-semi-space-size=64'],
          // On two processors, two workers leave them idle, and four or more slow each other down.
          maxWorkers: 3,
        },
      },
      {
        test: {
          // The built pages against an in-memory API that can simulate anything.
          name: 'pages',
          include: ['packages/web/test/*.e2e.ts'],
          globalSetup: ['packages/web/test/global-media.ts'],
          setupFiles: ['e2e/close-browser.ts'],
          testTimeout: 120_000,
          maxConcurrency: 3,
          // A third worker saves 7 % of the time, but makes browsers too slow for some tests.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude,
          // One database server for all files: a file that stopped its own could disconnect another.
          globalSetup: ['packages/test/global-setup.ts', 'e2e/demo-site.ts'],
          setupFiles: ['e2e/close-browser.ts'],
          // As above: half of them load the whole server.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 45_000 } },
          // As above.
          maxWorkers: 2,
        },
      },
    ],
  },
});
