import { sql } from 'kysely';
import type { Db } from './pool.ts';

type Template = [text: TemplateStringsArray, ...values: unknown[]];

/** Runs a statement, and returns its rows: `` await execute(db)<Row>`select ...` ``. */
export const execute =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row[]> =>
    (await sql<Row>(...template).execute(db)).rows;

/** The first row of a statement; undefined without one. */
export const firstRow =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row | undefined> =>
    (await execute(db)<Row>(...template))[0];

/** Whether a statement returns a row. */
export const anyRow =
  (db: Db) =>
  async (...template: Template): Promise<boolean> =>
    (await execute(db)(...template)).length > 0;

/** The values of a statement's only column. */
export const columnOf =
  (db: Db) =>
  async <Value>(...template: Template): Promise<Value[]> =>
    (await execute(db)<Record<string, Value>>(...template)).flatMap(Object.values<Value>);

/** The value of a statement's only column in its first row; undefined without a row. */
export const oneValue =
  (db: Db) =>
  async <Value>(...template: Template): Promise<Value | undefined> =>
    (await columnOf(db)<Value>(...template))[0];

/** The number that a statement returns, alone in one row; 0 without a row. */
export const numberOf =
  (db: Db) =>
  async (...template: Template): Promise<number> =>
    (await oneValue(db)<number | null>(...template)) ?? 0;
