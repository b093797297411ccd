import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What we do not write, and what to write instead. */
const PAIRS: [RegExp, string][] = [
  [/\bthere (?:is|are) no such\b/gi, 'This … does not exist'],
  [/\bof (?:what|whom)\b/gi, 'a noun'],
  [/\bnothing of (?:it|this|that)\b/gi, 'nothing'],
  [/\b(?:go|goes|going|went|gone) on\b/gi, 'continue, be in progress'],
  [/\bunder way\b/gi, 'in progress, running'],
  [/\b(?:broken|breaks?|broke|breaking) off\b/gi, 'cancel, interrupt, disconnect'],
  [/\boff the site\b|\btak(?:e|es|en|ing) off\b|\btook off\b/gi, 'take down'],
  [/\brefused (?:terms?|words?)\b/gi, 'blocked term'],
  [/\b(?:let|lets|letting) (?:\w+ )?pass\b/gi, 'allow'],
  [/\bstands? (?:in|on|at|there|here)\b|\bwhere it stands\b/gi, 'is in; status'],
  [/\bno way back\b/gi, 'cannot be undone'],
  [/\bleft alone\b/gi, 'skipped, unchanged'],
  [/\blooked (?:at|through)\b/gi, 'checked, viewed'],
  [/\bwhat (?:became|has become) of\b/gi, 'outcome, result'],
  [/\b(?:is|are|was) silent\b/gi, 'does not answer'],
  [/\bhears? (?:when|of|that)\b/gi, 'is notified'],
  [/\b(?:has|have|had)(?: not)? come\b/gi, 'arrived, been added'],
  [/(?<!\.)\bbrought\b(?!:)/gi, 'imported, downloaded, added'],
  [/\bwhat (?:it|they) names?\b/gi, 'reported content'],
  [/\bwhat permits\b/gi, 'permission'],
  [/\b(?:is|are|was|were) met\b/gi, 'found, reached'],
  [/\bin clear\b/gi, 'unencrypted, readable'],
  [/\bin vain\b/gi, 'without result'],
  [
    /\bfor long\b(?! \w)|\bevery so often\b|\bone \w+ after the other\b/gi,
    'for a long time; at an interval; one at a time',
  ],
  [/\bknown to nobody\b/gi, 'not recorded'],
  // In brackets, so that a search for these names does not find them here.
  [/\b[k]ase(?![a-z])|[bB]ring[A]gain|[lL]ead[O]n|[sS]o[W]hat|\bstretch\b/g, 'a name that says what it is'],
];

const root = path.join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', 'script/*'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter(
    (file) =>
      !file.startsWith('db/') && !file.startsWith('demo-source/') && file !== 'script/phrases.test.ts',
  );

test('strings, comments and documents are in plain English', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return PAIRS.flatMap(([not, but]) =>
      [...text.matchAll(not)].map(
        ({ 0: phrase, index }) => `${file}:${text.slice(0, index).split('\n').length} "${phrase}": ${but}`,
      ),
    );
  });
  expect(found).toEqual([]);
});
