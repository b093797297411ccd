import pg from 'pg';
import type { MeasuredQuery } from './measured-site.ts';

/** Anything faster is not worth a look. */
const LEAST_MS = 2;

/** The plans of the slower ones of these queries, slowest first, run once more with what they read. */
export async function showPlans(
  pool: pg.Pool,
  queries: readonly MeasuredQuery[],
  print: (line: string) => void,
): Promise<void> {
  const slow = queries
    .filter(({ ms, text }) => ms > LEAST_MS && /^\s*(\/\*|select|with)/i.test(text))
    .sort((a, b) => b.ms - a.ms);
  for (const { text, values, ms } of slow) {
    print(
      `\n--- ${ms.toFixed(1)} ms: ${text.replace(/\s+/g, ' ')}\n    ${JSON.stringify(values)?.slice(0, 500)}`,
    );
    const client = await pool.connect();
    try {
      await client.query(`prepare shown as ${text}`);
      const call = values.length > 0 ? `shown(${values.map(literal).join(', ')})` : 'shown';
      await client.query('set plan_cache_mode = force_custom_plan');
      const { rows } = await client.query(`explain (analyze, buffers) execute ${call}`);
      for (const row of rows) print(`    ${row['QUERY PLAN']}`);
    } finally {
      client.release(true);
    }
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  return pg.escapeLiteral(`{${value.map((one) => `"${String(one).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
}
