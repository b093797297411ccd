import { sql } from 'kysely';
import type { Db } from './pool.ts';

type Template = [text: TemplateStringsArray, ...values: unknown[]];

/** Runs a statement, and returns its rows: `` await execute(db)<Row>`select ...` ``. */
export const execute =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row[]> =>
    (await sql<Row>(...template).execute(db)).rows;

export const firstRow =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row | undefined> =>
    (await execute(db)<Row>(...template))[0];

export const anyRow =
  (db: Db) =>
  async (...template: Template): Promise<boolean> =>
    (await execute(db)(...template)).length > 0;

export const columnOf =
  (db: Db) =>
  async <Value>(...template: Template): Promise<Value[]> =>
    (await execute(db)<Record<string, Value>>(...template)).flatMap(Object.values<Value>);

export const oneValue =
  (db: Db) =>
  async <Value>(...template: Template): Promise<Value | undefined> =>
    (await columnOf(db)<Value>(...template))[0];

export const numberOf =
  (db: Db) =>
  async (...template: Template): Promise<number> =>
    (await oneValue(db)<number | null>(...template)) ?? 0;
