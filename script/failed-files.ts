import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Prints the files in which a test failed, by Vitest's report; fails if there is none, or more than a few. */

const MOST = 4;
const [report = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
  testResults: { name: string; status: 'passed' | 'failed' }[];
};
const failed = testResults.filter(({ status }) => status === 'failed');
if (failed.length === 0 || failed.length > MOST) process.exit(1);
for (const { name } of failed) process.stdout.write(`${path.relative('.', name)}\n`);
