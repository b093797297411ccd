import { expect, it } from 'vitest';
import { sharedBuffers } from './embedded.ts';

const GB = 2 ** 30;

it('gives the server an eighth of the memory, from 256 MB to 2 GB', () => {
  expect([0.5, 1, 4, 12, 64].map((memory) => sharedBuffers(memory * GB))).toEqual([
    '256MB',
    '256MB',
    '512MB',
    '1536MB',
    '2048MB',
  ]);
});
