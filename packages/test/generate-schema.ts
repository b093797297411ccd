import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, PostgresDialect } from 'kysely-codegen';
import { createTestDatabase } from './database.ts';
import { describeSchema } from './schema-description.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../../db/schema.ts', import.meta.url));
export const SQL_FILE = fileURLToPath(new URL('../../db/schema.sql', import.meta.url));

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The text of core/server/db/schema.ts: the tables' types after all migrations. */
export async function generateSchema(): Promise<string> {
  const database = await createTestDatabase();
  try {
    const types = await generate({
      db: database.db,
      dialect: new PostgresDialect(),
      excludePattern: 'jobs.*',
      typeMapping: { int8: 'number', bytea: 'Buffer', tsvector: 'string', date: 'string' },
      typeOnlyImports: true,
    });
    return withoutUnnamed(types);
  } finally {
    await database.drop();
  }
}

/** Omits columns of tables that only SQL names; a typed query for one compiles after the next run. */
function withoutUnnamed(generated: string): string {
  const files = globSync(['packages/**/*.ts', 'bench/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/db/schema.ts'],
  });
  const texts = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
  const tables = texts.flatMap((text) => [...text.matchAll(/'(\w+)(?: as \w+)?'/g)].map(([, name]) => name));
  const types = texts.flatMap((text) =>
    [...text.matchAll(/import type \{([^}]*)\} from '[^']*\/db\/schema\.ts'/g)].flatMap(([, names = '']) =>
      names.split(/\W+/),
    ),
  );
  const named = new Set([...tables, ...types]);
  const [interfaces = '', list = ''] = generated.split(/(?=^export interface DB \{)/m);
  const unnamed = [...list.matchAll(/^ {2}(\w+): (\w+);$/gm)].filter(
    ([, table, type]) => !named.has(table) && !named.has(type),
  );
  return unnamed.reduce(
    (text, [line, table, type]) =>
      text
        .replace(new RegExp(`^export interface ${type} \\{[^}]*\\}\n\n`, 'm'), '')
        .replace(line, `  ${table}: OnlyInSql;`),
    `${interfaces}/** A table that no typed query names. */\nexport type OnlyInSql = object;\n\n${list}`,
  );
}

/** The text of db/schema.sql. */
export async function generateSql(): Promise<string> {
  const database = await createTestDatabase();
  try {
    return `-- Generated from the migrations by packages/test/generate-schema.ts; not to be edited.\n\n${await describeSchema(database.pool)}`;
  } finally {
    await database.drop();
  }
}

if (import.meta.main) {
  await writeFile(SCHEMA_FILE, await generateSchema());
  await writeFile(SQL_FILE, await generateSql());
}
