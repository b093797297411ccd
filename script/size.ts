/** node script/size.ts: checks the size of the project against limits that are set only here. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LIMITS = {
  'production lines in packages': 129_000,
  'test lines per hundred production lines': 52,
  'lines of bench': 6_000,
  'production files in one folder': 25,
  'words of documents': 45_000,
  'decision records': 30,
};

const root = path.join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const linesOf = (list: string[]) => list.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);

const isTest = (file: string) => /\.(test|e2e|suite)\.tsx?$|\/test\/|^e2e\//.test(file);
const production = files.filter((file) => /^packages\/.*\.(tsx?|css)$/.test(file) && !isTest(file));
const lines = linesOf(production);
const folders = Map.groupBy(production, (file) => path.dirname(file));

const sizes: Record<keyof typeof LIMITS, number> = {
  'production lines in packages': lines,
  'test lines per hundred production lines': Math.round(
    (100 * linesOf(files.filter((file) => /\.tsx?$/.test(file) && isTest(file)))) / lines,
  ),
  'lines of bench': linesOf(files.filter((file) => /^bench\/.*\.(ts|mjs)$/.test(file))),
  'production files in one folder': Math.max(...[...folders.values()].map((list) => list.length)),
  'words of documents': files
    .filter((file) => file.endsWith('.md'))
    .reduce((sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length, 0),
  'decision records': files.filter((file) => /^docs\/decisions\/\d/.test(file)).length,
};

for (const [name, limit] of Object.entries(LIMITS)) {
  const size = sizes[name as keyof typeof LIMITS];
  if (size <= limit) continue;
  console.error(
    `${name}: ${size}, at most ${limit}. Make it smaller, or raise the limit in script/size.ts on purpose.`,
  );
  process.exitCode = 1;
}
