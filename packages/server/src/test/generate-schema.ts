import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generate, PostgresDialect } from 'kysely-codegen';
import { createTestDatabase } from './database.ts';
import { describeSchema } from './schema-description.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../kernel/db/schema.ts', import.meta.url));
export const SQL_FILE = fileURLToPath(new URL('../../../../db/schema.sql', import.meta.url));

/** The text of kernel/db/schema.ts: the types of all tables as the migrations leave them. */
export async function generateSchema(): Promise<string> {
  const database = await createTestDatabase();
  try {
    return await generate({
      db: database.db,
      dialect: new PostgresDialect(),
      // The queue's own tables are pg-boss's matter.
      excludePattern: 'jobs.*',
      typeMapping: { int8: 'number', bytea: 'Buffer', tsvector: 'string', date: 'string' },
      typeOnlyImports: true,
    });
  } finally {
    await database.drop();
  }
}

/** The text of db/schema.sql: what the migrations come to. */
export async function generateSql(): Promise<string> {
  const database = await createTestDatabase();
  try {
    return `-- Generated from the migrations by packages/server/src/test/generate-schema.ts; not to be edited.\n\n${await describeSchema(database.pool)}`;
  } finally {
    await database.drop();
  }
}

if (import.meta.main) {
  await writeFile(SCHEMA_FILE, await generateSchema());
  await writeFile(SQL_FILE, await generateSql());
}
