import { expect, test } from 'vitest';
import { readPaths } from './call.ts';
import { routes } from './routes.ts';

test('a group stands for what can be read in it, a call for itself, each once', () => {
  expect(readPaths([routes.crawler, routes.jobs.timeline, routes.crawler.status])).toEqual([
    '/api/crawler/status',
    '/api/crawler-runs',
    '/api/crawler-runs/:id',
    '/api/jobs/:id',
  ]);
});
