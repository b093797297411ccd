import { expect, test } from 'vitest';
import { matchLanguage } from './translator.ts';

test.each([
  ['es', ['ca', 'spa'], 'spa'],
  ['en', ['eng'], 'eng'],
  ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
  ['pt-BR', ['pt-PT', 'fr'], 'pt-PT'],
  ['pt', ['pt-PT', 'pt-BR'], 'pt-BR'],
  ['zh', ['zh-Hant', 'zh-Hans'], 'zh-Hans'],
  ['zh', ['zh-Hant'], undefined],
  ['sr', ['hbs'], undefined],
  ['es', ['spa_ES'], 'spa_ES'],
  ['es', ['not a code', ''], undefined],
  ['es', [], undefined],
])('%s among %j is %s', (code, theirs, found) => {
  expect(matchLanguage(code, theirs)).toBe(found);
});
