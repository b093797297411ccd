import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import type { DB } from '@vesper/core/db/schema.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

export interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

export function recordingDb(pool: pg.Pool, onQuery: (asked: Asked) => void): Db {
  const log = ({ query: { sql, parameters } }: { query: Asked }) => onQuery({ sql, parameters });
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log });
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

interface Run {
  Plan: PlanNode;
  'Execution Time': number;
}

/** The steps of a statement's plan after one run; if prepared, also those of its generic plan. */
export async function explain(
  pool: pg.Pool,
  sql: string,
  parameters: readonly unknown[],
): Promise<PlanNode[]> {
  return (await run(pool, { sql, parameters })).flatMap(({ Plan }) => flatten(Plan));
}

async function run(pool: pg.Pool, { sql, parameters }: Asked): Promise<Run[]> {
  const modes = sql.startsWith(PREPARED)
    ? ['force_custom_plan', 'force_generic_plan']
    : ['force_custom_plan'];
  const runs: Run[] = [];
  const client = await pool.connect();
  try {
    await client.query(`prepare explained as ${sql}`);
    const values = parameters.map(literal);
    const call = values.length > 0 ? `explained(${values.join(', ')})` : 'explained';
    for (const mode of modes) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const result = await client.query(
        `explain (analyze, buffers, timing off, format json) execute ${call}`,
      );
      runs.push(result.rows[0]['QUERY PLAN'][0]);
    }
    await client.query('reset plan_cache_mode');
    await client.query('deallocate explained');
    client.release();
    return runs;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Rows that a step handled, including filtered ones. */
export function rowsOf(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (!Array.isArray(value)) return pg.escapeLiteral(textOf(value));
  const elements = value.map((one) => `"${textOf(one).replace(/["\\]/g, '\\$&')}"`);
  return pg.escapeLiteral(`{${elements.join(',')}}`);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
