import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createMatcher, phraseOf } from '../packages/library/server/refusals/matcher.ts';
import { EXCEPTION, SEED_FILE, sealKey } from '../packages/library/server/refusals/seed.ts';
import { keysOfTerm, wordOf } from '../packages/library/server/refusals/term-keys.ts';

/** See script/seal-refused-terms. */

const HEAD = `# Blocked terms, and similar words that are not blocked, as hashes of their keys. The words are
# nowhere in the repository. A hash of a short word can be guessed: it hides it from view, not from effort.
# Written by script/seal-refused-terms: language, kind, sealed keys.
`;

const terms = (await text(process.stdin))
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .map(([language = '', term = '']) => ({ language, term, isExact: false }))
  .filter(({ term }) => wordOf(term) !== '');
const lines = terms.map(
  ({ language, term }) => `${language}\tterm\t${keysOfTerm(term).map(sealKey).join('')}`,
);
const matcher = createMatcher({ terms, exceptions: [] });
const ordinary = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .map((line) => phraseOf(line))
  .filter((line) => line !== '' && isBeside(line));
const never = [...new Set(ordinary)].map((line) => sealKey(EXCEPTION + line)).sort();
if (never.length > 0) lines.push(`mul\tnever\t${never.join('')}`);
writeFileSync(SEED_FILE, `${HEAD}${lines.join('\n')}\n`);
process.stdout.write(`${terms.length} terms and ${never.length} words beside them are sealed.\n`);

/** Forms of a term count as the term. */
function isBeside(line: string): boolean {
  const way = matcher.find(line)?.way;
  return way !== undefined && way !== 'itself' && way !== 'form';
}
