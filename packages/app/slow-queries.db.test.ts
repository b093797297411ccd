import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestSite } from '../test/site.ts';

test('a slow query is in the log, by its text and without its values, also one that fails', async () => {
  const lines: { msg: string; query: string; ms: number }[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const site = await startTestSite({ SLOW_QUERY_MS: '50' }, { log: pino({ level: 'warn' }, stream) });
  try {
    const { db } = site.base;
    await sql`select pg_sleep(0.06), ${'a value of somebody'}::text`.execute(db);
    await expect(
      sql`
      with slept as materialized (select pg_sleep(0.06)) select 1 / (count(*) - ${1}::int) from slept`.execute(
        db,
      ),
    ).rejects.toThrow();
    const slow = lines.filter(({ msg, query }) => msg === 'A query was slow.' && query.includes('pg_sleep'));
    expect(slow.map(({ query }) => query)).toEqual([
      ...[
        'select pg_sleep(?), $1::text',
        'with slept as materialized (select pg_sleep(?)) select ? / (count(*) - $1::int) from slept',
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain('a value of somebody');
  } finally {
    await site.close();
  }
});
