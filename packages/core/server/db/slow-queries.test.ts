import { expect, test } from 'vitest';
import type { Log } from '../lib/log.ts';
import { createSlowQueryLog, nameOfQuery } from './slow-queries.ts';

test.each([
  ['select *\n  from videos where id = $1', 'select * from videos where id = $1'],
  ["/* prepared */ select 'it''s' || title from t2 limit 50", 'select ? || title from t2 limit ?'],
  ["select 'not closed, and secret", 'select ?'],
])('a query is named without values: %s', (text, name) => {
  expect(nameOfQuery(text)).toBe(name);
});

test('a slow query is logged once a minute, with how often it was slow meanwhile, and a quick one never', () => {
  const lines: object[] = [];
  let ms = 0;
  const log = { warn: (fields: object) => void lines.push(fields) } as unknown as Log;
  const note = createSlowQueryLog({ log, thresholdMs: 100, now: () => ms });
  note('select 1', 99.9);
  for (let n = 0; n < 3; n += 1) note('select $1', 100.4);
  note('select $2', 500);
  ms = 60_000;
  note('select $1', 200);
  expect(lines).toEqual([
    { query: 'select $1', ms: 100, alsoSlow: 0 },
    { query: 'select $2', ms: 500, alsoSlow: 0 },
    { query: 'select $1', ms: 200, alsoSlow: 2 },
  ]);
});
