import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFsStorage } from '../../kernel/storage/fs-storage.ts';
import { noteAllErased, noteErased, readErased } from './erased.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-erased-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const one = { id: 'one', erasedAt: day(1) };
const two = { id: 'two', erasedAt: day(2) };

test('only a list that a backup has noted is whole, and it forgets none that it had', async () => {
  const storage = createFsStorage(folder);
  expect(await readErased(storage)).toEqual({ completeAt: null, cases: [] });
  await noteErased(storage, '2026-11.copyright.1', [one]);
  expect(await readErased(storage)).toEqual({ completeAt: null, cases: [one] });
  await noteAllErased(storage, [two], day(3));
  await noteAllErased(storage, [], day(4));
  const { completeAt, cases } = await readErased(storage);
  expect(completeAt).toEqual(day(4));
  expect(cases).toHaveLength(2);
  expect(cases).toEqual(expect.arrayContaining([one, two]));
});
