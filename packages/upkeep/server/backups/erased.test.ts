import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAllErased, noteErased, readErased } from './erased.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-erased-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const one = { id: 'one', erasedAt: day(1) };
const two = { id: 'two', erasedAt: day(2) };
const at = (n: number) => ({ now: day(n), log: silentLog });

test('a list is complete only once a backup has noted it, and loses no entry', async () => {
  const storage = createFsStorage(folder);
  expect(await readErased(storage)).toEqual({ completeAt: null, cases: [] });
  await noteErased(storage, '2026-11.copyright.1', [one]);
  expect(await readErased(storage)).toEqual({ completeAt: null, cases: [one] });
  await noteAllErased(storage, [two], at(3));
  await noteAllErased(storage, [], at(4));
  const { completeAt, cases } = await readErased(storage);
  expect(completeAt).toEqual(day(4));
  expect(cases).toHaveLength(2);
  expect(cases).toEqual(expect.arrayContaining([one, two]));
});

test('finds a changed byte anywhere in a list, and the next backup rewrites the complete one', async () => {
  const storage = createFsStorage(folder);
  await noteErased(storage, '2026-11.copyright.1', [one]);
  await noteAllErased(storage, [one, two], at(3));
  for (const name of ['2026-11.copyright.1', 'all']) {
    const file = storage.pathOf(`erased/${name}.json`);
    const bytes = await readFile(file);
    for (let index = 0; index < bytes.length; index += 1) {
      await writeFile(file, bytes.with(index, (bytes[index] ?? 0) ^ (1 << (index % 8))));
      await expect(readErased(storage), `${index}`).rejects.toThrow(`erased/${name}.json cannot be read`);
    }
    if (name !== 'all') await writeFile(file, bytes);
  }
  const error = vi.fn();
  await noteAllErased(storage, [one, two], { ...at(4), log: { ...silentLog, error } as typeof silentLog });
  expect(error.mock.calls).toEqual([[expect.anything(), expect.stringContaining('rewritten')]]);
  expect((await readErased(storage)).completeAt).toEqual(day(4));
});
