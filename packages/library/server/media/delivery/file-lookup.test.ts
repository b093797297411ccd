import { silentLog } from '@vesper/core/lib/log.ts';
import { expect, test } from 'vitest';
import type { PublicFile } from '../files/files.ts';
import { createRemovalWatch } from '../files/removal-watch.ts';
import { createFileLookup } from './file-lookup.ts';

const film: PublicFile = {
  ...{ key: 'videos/ab/x/video.mp4', purpose: 'play', name: 'video.mp4', place: 'fs', sizeBytes: 1 },
  ...{ storedAt: new Date(0), title: 'A gradient' },
};

/** A lookup with its own clock; all videos are public except the removed ones. */
function startLookup() {
  let nowMs = 1000;
  const removed = new Set<string>();
  const asked: string[] = [];
  let isDatabaseThere = true;
  const findVisible = async (ids: readonly string[]) => {
    if (!isDatabaseThere) throw new Error('The database is away.');
    return ids.filter((id) => !removed.has(id));
  };
  const removals = createRemovalWatch({ findVisible, log: silentLog }, () => nowMs);
  const files = [film];
  const find = async (id: string) => {
    asked.push(id);
    return removed.has(id) ? [] : [...files];
  };
  const lookUp = createFileLookup({ find, removals }, () => nowMs);
  return {
    ...{ asked, removed, removals, files },
    isThere: async (id: string, name = film.name) =>
      (await lookUp(id, 'play', (all) => all.find((file) => file.name === name))) !== undefined,
    pass: (ms: number) => {
      nowMs += ms;
    },
    setDatabase: (isThere: boolean) => {
      isDatabaseThere = isThere;
    },
  };
}

test('a film that is asked for again and again is looked up once while the watch sees it', async () => {
  const { isThere, asked, pass, removals } = startLookup();
  for (let n = 0; n < 8; n += 1) {
    expect(await isThere('a')).toBe(true);
    await removals.poll();
    pass(1000);
  }
  expect(asked).toEqual(['a']);
  removals.stop();
});

test('a removed video is forgotten with the next look, others stay', async () => {
  const { isThere, asked, removed, removals } = startLookup();
  await isThere('a');
  await isThere('b');
  removed.add('a');
  await removals.poll();
  expect(await isThere('a')).toBe(false);
  expect(await isThere('b')).toBe(true);
  expect(asked).toEqual(['a', 'b', 'a']);
  removals.stop();
});

test('what is held is not trusted when the watch has been silent, or has begun to look before', async () => {
  const { isThere, asked, removed, pass, setDatabase, removals } = startLookup();
  await removals.poll();
  await isThere('a');
  setDatabase(false);
  pass(1700);
  await removals.poll();
  await isThere('a');
  expect(asked).toEqual(['a']);
  removed.add('a');
  pass(100);
  expect(await isThere('a')).toBe(false);
  removals.stop();
});

test('files are looked up again after a while, as they may have been replaced', async () => {
  const { isThere, asked, pass, removals } = startLookup();
  for (let seconds = 0; seconds < 20; seconds += 1) {
    await isThere('a');
    await removals.poll();
    pass(1000);
  }
  expect(asked).toEqual(['a', 'a']);
  removals.stop();
});

test('a file that has been made since is looked up', async () => {
  const { isThere, files, asked, removals } = startLookup();
  expect(await isThere('a', 'master.m3u8')).toBe(false);
  files.push({ ...film, name: 'master.m3u8' });
  expect(await isThere('a', 'master.m3u8')).toBe(true);
  expect(await isThere('a', 'master.m3u8')).toBe(true);
  expect(asked).toEqual(['a', 'a']);
  removals.stop();
});

test('a look that hangs is given up for another, and does not undo what that has seen', async () => {
  let nowMs = 1000;
  const answers: ((visible: string[]) => void)[] = [];
  const findVisible = () => new Promise<string[]>((resolve) => void answers.push(resolve));
  const removals = createRemovalWatch({ findVisible, log: silentLog }, () => nowMs);
  const told: string[] = [];
  removals.watch('a', () => told.push('a'));
  const hung = removals.poll();
  nowMs = 6000;
  await removals.poll();
  expect(answers).toHaveLength(1);
  nowMs = 7000;
  const another = removals.poll();
  answers[1]?.([]);
  await another;
  expect(told).toEqual(['a']);
  answers[0]?.(['a']);
  await hung;
  expect(removals.polledAt()).toBe(7000);
  removals.stop();
});
