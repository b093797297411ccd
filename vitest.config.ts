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
          // The files of a worker share its modules, whose state none of them changes for good.
          isolate: false,
          // More than there may be processors: the slowest of them wait for ffmpeg.
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
          // A database is filled for the tests of plans: a minute on a quiet machine.
          hookTimeout: 400_000,
          // What is asked for is a call or a query, whose work those that are waited for need.
          expect: { poll: { interval: 100, timeout: 15_000 } },
          // The files of a worker share its modules, whose state none of them changes.
          isolate: false,
          // Node reads the modules, as it does for the site: Vite would read the built pages again for each site.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Most of what a site makes is soon garbage: it is thrown away before it is carried into the old space.
          execArgv: ['--max-semi-space-size=64'],
          // More than there may be processors: most of what these tests do is waiting.
          maxWorkers: 6,
        },
      },
      {
        test: {
          // The built pages against an API in memory, where everything can be made to happen.
          name: 'pages',
          include: ['packages/web/test/*.e2e.ts'],
          globalSetup: ['packages/web/test/global-media.ts'],
          setupFiles: ['e2e/close-browser.ts'],
          testTimeout: 120_000,
          maxConcurrency: 3,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude,
          // One database server for all files: each stopping its own would end it under another that is just connecting.
          globalSetup: ['packages/test/global-setup.ts', 'e2e/demo-site.ts'],
          setupFiles: ['e2e/close-browser.ts'],
          // As above: half of them read the whole server.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 45_000 } },
          maxWorkers: 3,
        },
      },
    ],
  },
});
