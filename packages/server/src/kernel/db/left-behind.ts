import type pg from 'pg';
import { DATABASE } from './embedded-roles.ts';
import { FORMER, RESTORING } from './swap-database.ts';

/** What an operator has added to the embedded server, in sentences: only the site's own database moves to a new one. */
export async function leftBehind(superuser: pg.ClientBase): Promise<string[]> {
  const column = async (query: string, values: unknown[] = []) =>
    (await superuser.query<{ name: string }>(query, values)).rows.map(({ name }) => name);
  const databases = await column(
    `select datname as name from pg_database where not datistemplate and datname <> all ($1) order by 1`,
    [['postgres', DATABASE, RESTORING, FORMER]],
  );
  const schemas = await column(
    `select distinct schemaname as name from pg_tables
     where schemaname not in ('public', 'jobs', 'pg_catalog', 'information_schema') order by 1`,
  );
  const settings = await column(
    `select distinct name from pg_file_settings where sourcefile like '%/postgresql.auto.conf' order by 1`,
  );
  const tell = (what: string, names: string[]) =>
    names.length > 0
      ? [`Not taken over, and only in the former database afterwards: ${what} ${names.join(', ')}.`]
      : [];
  return [
    ...tell('the databases', databases),
    ...tell('the tables in', schemas),
    ...tell('what ALTER SYSTEM has set,', settings),
  ];
}
