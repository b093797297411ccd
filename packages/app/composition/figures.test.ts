import { defineFigures } from '@vesper/core/figures.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createOwnFigures, createSiteFigures, figuresOfWorker, keepCounted, sumFigures } from './figures.ts';

test('hosts beyond the first fifty of a process share one label', async () => {
  const pool = new pg.Pool();
  const own = createOwnFigures('worker', pool);
  for (let n = 0; n < 60; n += 1) own.onRequest(`host-${n}.test`, '2xx');
  own.onRequest('host-7.test', 'timeout');
  const text = await sumFigures([await own.read()]);
  const lines = text.split('\n').filter((line) => line.startsWith('outbound_requests_total{'));
  expect(lines).toHaveLength(52);
  expect(lines).toContain('outbound_requests_total{process="worker",host="other",outcome="2xx"} 10');
  expect(lines).toContain('outbound_requests_total{process="worker",host="host-7.test",outcome="timeout"} 1');
  await pool.end();
});

test('workers’ figures have their names, and of ended processes only counts stay', async () => {
  const pool = new pg.Pool();
  const own = createOwnFigures('worker', pool);
  own.onJob('a-job', 'failed');
  const figures = await own.read();
  const workers = ['one', 'other'].map((id) => figuresOfWorker({ id, figures }));
  const text = await sumFigures(workers);
  expect(text).toContain('jobs_total{job="a-job",outcome="failed",worker="one"} 1\n');
  expect(text).toContain('jobs_total{job="a-job",outcome="failed",worker="other"} 1\n');
  const kept = await sumFigures([await keepCounted([await keepCounted([figures]), figures]), figures]);
  expect(kept).toContain('jobs_total{job="a-job",outcome="failed"} 3\n');
  expect((await keepCounted([figures])).map(({ name }) => name)).not.toContain('database_connections');
  await pool.end();
});

test('concurrent scrapes share one reading, and labels are escaped', async () => {
  let looks = 0;
  const figures = defineFigures(
    { charts: { help: 'Charts', labels: ['name'] }, circles: { help: 'Circles' } },
    async () => {
      looks += 1;
      return { charts: [{ labels: { name: 'a "b"\\\nc' }, value: 2 }], circles: [{ value: looks }] };
    },
  );
  const registry = createSiteFigures([{ figures }], {});
  const [first, second] = await Promise.all([registry.metrics(), registry.metrics()]);
  expect([first, looks]).toEqual([second, 1]);
  expect(first).toContain('charts{name="a \\"b\\"\\\\\\nc"} 2\n');
  expect(await registry.metrics()).toContain('circles 2\n');
});
