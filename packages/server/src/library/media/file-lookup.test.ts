import { expect, test } from 'vitest';
import { silentLog } from '../../kernel/lib/log.ts';
import { createFileLookup } from './file-lookup.ts';
import type { PublicFile } from './files.ts';
import { createRemovalWatch } from './removal-watch.ts';

const film: PublicFile = {
  ...{ key: 'videos/ab/x/video.mp4', purpose: 'play', name: 'video.mp4', place: 'fs', sizeBytes: 1 },
  ...{ storedAt: new Date(0), title: 'A gradient' },
};

/** A lookup at a clock of its own, over videos of which all are public but the removed. */
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
  const find = async (id: string) => {
    asked.push(id);
    return removed.has(id) ? [] : [film];
  };
  const lookUp = createFileLookup({ find, removals }, () => nowMs);
  return {
    ...{ asked, removed, removals },
    names: async (id: string) => (await lookUp(id, 'play')).map(({ name }) => name),
    pass: (ms: number) => {
      nowMs += ms;
    },
    setDatabase: (isThere: boolean) => {
      isDatabaseThere = isThere;
    },
  };
}

test('a film that is asked for again and again is looked up once while the watch sees it', async () => {
  const { names, asked, pass, removals } = startLookup();
  for (let n = 0; n < 8; n += 1) {
    expect(await names('a')).toEqual(['video.mp4']);
    await removals.look();
    pass(1000);
  }
  expect(asked).toEqual(['a']);
  removals.stop();
});

test('a removed video is forgotten with the next look, others stay', async () => {
  const { names, asked, removed, removals } = startLookup();
  await names('a');
  await names('b');
  removed.add('a');
  await removals.look();
  expect(await names('a')).toEqual([]);
  expect(await names('b')).toEqual(['video.mp4']);
  expect(asked).toEqual(['a', 'b', 'a']);
  removals.stop();
});

test('what is held is not trusted when the watch has been silent, or has begun to look before', async () => {
  const { names, asked, removed, pass, setDatabase, removals } = startLookup();
  await removals.look();
  await names('a');
  setDatabase(false);
  pass(1700);
  await removals.look();
  await names('a');
  expect(asked).toEqual(['a']);
  removed.add('a');
  pass(100);
  expect(await names('a')).toEqual([]);
  removals.stop();
});

test('files are looked up again after a while, as they may have been replaced', async () => {
  const { names, asked, pass, removals } = startLookup();
  for (let seconds = 0; seconds < 20; seconds += 1) {
    await names('a');
    await removals.look();
    pass(1000);
  }
  expect(asked).toEqual(['a', 'a']);
  removals.stop();
});
