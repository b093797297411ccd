import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';

export type Marks = ReadonlyMap<string, string>;

export async function selectMarks(db: Db): Promise<Marks> {
  const rows = await execute(db)<{ name: string; mark: string }>`select name, mark from machine_marks`;
  return new Map(rows.map(({ name, mark }) => [name, mark]));
}

/** In one statement: of two machines starting at once, one is first. */
export async function insertMarks(db: Db, marks: Marks): Promise<void> {
  await execute(db)`
    insert into machine_marks (name, mark)
    select * from unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::text[])
    on conflict (name) do nothing`;
}

export async function replaceMarks(tx: Db, marks: Marks): Promise<void> {
  await execute(tx)`lock table machine_marks in share row exclusive mode`;
  await execute(tx)`delete from machine_marks`;
  await insertMarks(tx, marks);
}
