import { expect, it } from 'vitest';
import { formatDryRun } from './dry-run-card.tsx';

const nothing = { found: 0, decisions: {}, problems: [], end: 'complete' } as const;
const problem = { url: 'https://films.example/list', message: 'The address answered 404 Not Found.' };

it.each([
  [nothing, 'No addresses found. That is everything the source lists.'],
  [{ ...nothing, problems: [problem] }, 'No addresses found. Some of it could not be read.'],
  [{ ...nothing, end: 'time' }, 'No addresses found. The time limit was reached.'],
  [
    { ...nothing, found: 3, decisions: { new: 2, known: 1 } },
    '3 addresses were looked at: 2 would be queued, 1 known already. That is everything the source lists.',
  ],
  [{ ...nothing, found: 1 }, '1 address was looked at. That is everything the source lists.'],
] as const)('%j', (result, sentence) => {
  expect(formatDryRun({ ...result, problems: [...result.problems] })).toBe(sentence);
});
