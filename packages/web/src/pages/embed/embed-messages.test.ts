import { expect, test } from 'vitest';
import { readCommand } from './embed-messages.ts';

const mark = { source: 'vesper', version: 1 };

test.each([
  [{ ...mark, type: 'play' }, { type: 'play' }],
  [{ ...mark, type: 'pause', more: 1 }, { type: 'pause' }],
  [
    { ...mark, type: 'seek', seconds: 12.5 },
    { type: 'seek', seconds: 12.5 },
  ],
])('%j is a command', (message, command) => {
  expect(readCommand(message)).toEqual(command);
});

test.each([
  [null],
  [JSON.stringify({ ...mark, type: 'play' })],
  [{ type: 'play' }],
  [{ ...mark, version: 2, type: 'play' }],
  [{ ...mark, source: 'other', type: 'play' }],
  [{ ...mark, type: 'toString' }],
  [{ ...mark, type: ['play'] }],
  [{ ...mark, type: 'seek', seconds: '12' }],
  [{ ...mark, type: 'seek', seconds: -1 }],
  [{ ...mark, type: 'seek', seconds: Number.NaN }],
  [{ ...mark, type: 'seek', seconds: Number.POSITIVE_INFINITY }],
])('%j is not a command', (message) => {
  expect(readCommand(message)).toBeUndefined();
});
