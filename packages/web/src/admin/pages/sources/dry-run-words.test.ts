import { expect, it } from 'vitest';
import { formatDryRun } from './dry-run-words.ts';

const nothing = { found: 0, decisions: {}, problems: [], end: 'complete' } as const;
const problem = { url: 'https://films.example/list', message: 'The address answered 404 Not Found.' };

it.each([
  [nothing, 'No address was found. The source names no more.'],
  [{ ...nothing, problems: [problem] }, 'No address was found. Not all of it could be read.'],
  [{ ...nothing, end: 'time' }, 'No address was found. The time was up before more could be read.'],
  [
    { ...nothing, found: 3, decisions: { new: 2, known: 1 } },
    '3 addresses were looked at: 2 would be queued, 1 known already. The source names no more.',
  ],
  [{ ...nothing, found: 1 }, '1 address was looked at. The source names no more.'],
] as const)('%j', (result, sentence) => {
  expect(formatDryRun({ ...result, problems: [...result.problems] })).toBe(sentence);
});
