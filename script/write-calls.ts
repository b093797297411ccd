/** node script/write-calls.ts: writes docs/calls.md, the table of calls by who may make them. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { callsTable } from '../packages/site/server/api-document/index.ts';

await writeFile(fileURLToPath(new URL('../docs/calls.md', import.meta.url)), callsTable());
