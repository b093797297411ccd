import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PICTURES_FILE, withPictures } from './write-pictures.ts';
import { TABLES } from './write-tables.ts';

const root = path.join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .trim()
  .split('\n');
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('db/'));

/** Every file and folder by all suffixes of its path, such as `videos/queries.ts`. */
const names = new Set<string>();
for (const file of files) {
  const parts = file.split('/');
  for (let end = parts.length; end > 0; end -= 1)
    for (let start = 0; start < end; start += 1) names.add(parts.slice(start, end).join('/'));
}

const ROOMS =
  /^(core|access|site|library|intake|words|discovery|upkeep|notices|catalogue|uploads|pipeline|app)\/[\w/-]+$/;
const FILES = /^[\w@./*-]+\.(tsx?|mjs|sql|md|css)$|^script\/[\w.-]+$/;

/** Texts in backticks that name a file or folder of the project. */
function namedFiles(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => FILES.test(name) || ROOMS.test(name));
}

function exists(name: string): boolean {
  if (!name.includes('*')) return names.has(name);
  const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  return [...names].some((one) => pattern.test(one));
}

test.each(documents)('every file that %s names is there', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
  const broken = links.filter(
    (target) => !/^[a-z]+:/.test(target) && !names.has(path.posix.join(path.posix.dirname(document), target)),
  );
  expect([...namedFiles(text).filter((name) => !exists(name)), ...broken]).toEqual([]);
});

test('a kind of notice is in the files that architecture.md lists, and in no other', () => {
  const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const [, list = ''] = /\n\*\*A kind of notice\*\*\n\n([\s\S]*?)\n\n/.exec(text) ?? [];
  const listed = [...list.matchAll(/^\d\. `([^`]+)`/gm)].map(([, name = '']) =>
    name.replace('<kind>', 'authority-order'),
  );
  const naming = files.filter(
    (file) =>
      /^packages\/\w+\/(contract|server|admin|src)\/.*(?<!\.test)\.tsx?$/.test(file) &&
      /authority[_-]order|authorityOrder/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(naming.map((file) => listed.find((name) => file.endsWith(`/${name}`)) ?? file).toSorted()).toEqual(
    listed.toSorted(),
  );
});

test('architecture.md, of all, names many, on a page', () => {
  const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  expect(namedFiles(text).length).toBeGreaterThan(40);
  expect(wordsIn(text)).toBeLessThanOrEqual(2000);
});

test('docs/architecture.md has the pictures of the code: node script/write-pictures.ts', () => {
  const text = readFileSync(PICTURES_FILE, 'utf8');
  expect(text.match(/^<!-- picture: \w+ -->\n```mermaid$/gm)).toHaveLength(4);
  expect(text).toBe(withPictures(text));
});

const areaPages = documents.filter((file) => /^packages\/.*README\.md$/.test(file));
const features = files.filter((file) => file.endsWith('/feature.ts')).map((file) => path.dirname(file));

test.each(areaPages)('%s is short, and names its rooms', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  expect(wordsIn(text)).toBeLessThanOrEqual(600);
  expect(text.split('\n').filter((line) => wordsIn(line) > 100)).toEqual([]);
  const rooms = features.filter((feature) => path.dirname(feature) === `${path.dirname(document)}/server`);
  const [, list = ''] = /\n## Rooms\n([\s\S]*?)\n## /.exec(text) ?? [];
  const named = [...list.matchAll(/^- \*\*([\w-]+)\*\*/gm)].map(([, name]) => name);
  if (rooms.length > 0) expect(named.toSorted()).toEqual(rooms.map((room) => path.basename(room)).toSorted());
});

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

test.each(TABLES)('%s is up to date: node script/write-tables.ts', (file, text) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(text());
});
