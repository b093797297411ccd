import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVideo } from '../../test/catalogue.ts';
import { applyChanges, clearing, overflow, putting, removing } from './change.ts';
import { findEntries } from './find-entries.ts';
import { LibraryFileError, libraryFile, readLibraryFile } from './library-file.ts';
import { EMPTY_LISTS, type HistoryEntry, LIST_LIMITS, type Lists, snapshotOf, tagKey } from './lists.ts';
import { countNew, mergeChanges } from './merge-lists.ts';
import { PlayedTime } from './played-time.ts';
import { isWorthResuming, toContinue } from './progress.ts';

const NOW = Date.UTC(2025, 10, 20, 12);
/** The site supplies what a file does not contain. */
const IMPORTED = { thumbnailUrl: '', tags: undefined, checkedAt: 0 };

interface FileJson {
  format: unknown;
  version: unknown;
  history: Record<string, unknown>[];
  favourites: unknown;
  watchLater: unknown[];
  hiddenTags: Record<string, unknown>[];
}

function watched(index: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  const snapshot = snapshotOf(createVideo(index, { duration: 100 }), NOW);
  return { ...snapshot, watchedAt: NOW - index * 1000, position: 50, ...changes };
}

function saved(index: number, addedAt = NOW) {
  return { ...snapshotOf(createVideo(index), NOW), addedAt };
}

function listsWith(...entries: HistoryEntry[]): Lists {
  return applyChanges(EMPTY_LISTS, [putting('history', ...entries)]);
}

describe('changes', () => {
  it('leave the lists before them as they were, and other lists the same objects', () => {
    const before = listsWith(watched(1), watched(2));
    const after = applyChanges(before, [removing('history', 'video-1'), putting('favourites', saved(3))]);
    expect([...before.history.keys()]).toEqual(['video-1', 'video-2']);
    expect([...after.history.keys()]).toEqual(['video-2']);
    expect([...after.favourites.keys()]).toEqual(['video-3']);
    expect(after.watchLater).toBe(before.watchLater);
    expect(applyChanges(after, [clearing('history')]).history.size).toBe(0);
  });

  it('drop the oldest beyond the limit', () => {
    const count = LIST_LIMITS.history + 2;
    const lists = listsWith(...Array.from({ length: count }, (_, index) => watched(index)));
    const changes = overflow(lists);
    expect(changes).toEqual([removing('history', `video-${count - 1}`, `video-${count - 2}`)]);
    expect(overflow(applyChanges(lists, changes))).toEqual([]);
  });
});

describe('videos to continue', () => {
  it('were begun and not finished, the last watched first, six of them', () => {
    const entries = [
      watched(1, { position: 4 }),
      watched(2, { position: 96 }),
      watched(3, { isGone: true }),
      watched(4, { duration: 0 }),
      ...[12, 11, 10, 9, 8, 7, 6].map((index) => watched(index, { position: index === 6 ? 5 : 95 })),
    ];
    const found = toContinue(listsWith(...entries)).map(({ videoId }) => videoId);
    expect(found).toEqual(['video-6', 'video-7', 'video-8', 'video-9', 'video-10', 'video-11']);
  });
});

it.each([
  [4.9, 60, false],
  [5, 60, true],
  [17, 600, false],
  [18, 600, true],
  [571, 600, false],
])('second %s of %s: worth resuming is %s', (position, duration, expected) => {
  expect(isWorthResuming({ position, duration })).toBe(expected);
});

it('finds hidden tags whatever their capitals, and keeps these', () => {
  const typed = { tag: 'Slow Motion', addedAt: NOW };
  const lists = applyChanges(EMPTY_LISTS, [putting('hiddenTags', typed)]);
  expect(lists.hiddenTags.get(tagKey('SLOW motion'))).toEqual(typed);
  const again = applyChanges(lists, [putting('hiddenTags', { tag: 'slow motion', addedAt: NOW })]);
  expect(again.hiddenTags.size).toBe(1);
});

describe('the time a video has played', () => {
  type Range = [start: number, end: number];
  const playing = (...ranges: Range[]) => playingOf(60, ...ranges);
  const playingOf = (duration: number, ...ranges: Range[]) => ({
    duration,
    played: {
      length: ranges.length,
      start: (at: number) => ranges[at]![0],
      end: (at: number) => ranges[at]![1],
    },
  });

  it('counts from five seconds on, then every five, and at each stop', () => {
    const played = new PlayedTime();
    const due = [0, 2, 4, 5, 6, 9, 11].filter((time) => played.isDue(playing([0, time]), false));
    expect(due).toEqual([5, 11]);
    expect(played.isDue(playing([0, 12]), true)).toBe(true);
  });

  it('counts a shorter video from its half on', () => {
    const played = new PlayedTime();
    expect([1, 2, 3, 4].filter((time) => played.isDue(playingOf(6, [0, time]), false))).toEqual([3]);
  });

  it('leaves out what is skipped', () => {
    const played = new PlayedTime();
    expect(played.isDue(playing([0, 1], [10, 11], [50, 52]), true)).toBe(false);
    expect(played.isDue(playing([0, 1], [10, 11], [50, 53]), true)).toBe(true);
  });
});

it('finds all words anywhere in the title, whatever their case and accents', () => {
  const { history } = listsWith(
    watched(1, { title: 'Étude in Blue' }),
    watched(2, { title: 'Blue hour' }),
    watched(3, { title: 'étude, again blue' }),
  );
  const ids = (search: string, order: 'newest' | 'oldest') =>
    findEntries(history, search, order).map(({ videoId }) => videoId);
  expect(ids(' BLUE etude ', 'newest')).toEqual(['video-1', 'video-3']);
  expect(ids('', 'oldest')).toEqual(['video-3', 'video-2', 'video-1']);
});

it('merges what is new and what is later, and keeps the picture and tags', () => {
  const mine = listsWith(watched(1), watched(2));
  const theirs = listsWith(
    watched(1, { ...IMPORTED, watchedAt: NOW, position: 70 }),
    watched(2, { watchedAt: 1, position: 1 }),
    watched(3),
  );
  expect(countNew(mine, theirs)).toEqual({ history: 1, favourites: 0, watchLater: 0, hiddenTags: 0 });
  const { history } = applyChanges(mine, mergeChanges(mine, theirs));
  expect(history.get('video-1')).toEqual(watched(1, { watchedAt: NOW, position: 70 }));
  expect(history.get('video-2')).toEqual(watched(2));
  expect(history.has('video-3')).toBe(true);
});

describe('an exported file', () => {
  const lists = applyChanges(listsWith(watched(1), watched(4)), [
    putting('favourites', saved(2)),
    putting('watchLater', saved(3)),
    putting('hiddenTags', { tag: 'loop', addedAt: NOW }),
  ]);
  const text = libraryFile(lists, new Date(NOW));

  function changed(change: (file: FileJson) => void): string {
    const file: FileJson = JSON.parse(text);
    change(file);
    return JSON.stringify(file);
  }

  it('restores everything but the pictures', () => {
    expect(text).not.toContain('/media/');
    const back = readLibraryFile(text, NOW);
    expect(back.history.get('video-1')).toEqual(watched(1, IMPORTED));
    expect(back.favourites.get('video-2')).toEqual({ ...saved(2), ...IMPORTED });
    expect(back.hiddenTags).toEqual(lists.hiddenTags);
    expect([...back.watchLater.keys()]).toEqual(['video-3']);
  });

  it.each<[string, (file: FileJson) => void, string]>([
    ['another format', (file) => (file.format = 'x'), 'not an exported library'],
    ['a later version', (file) => (file.version = 2), 'Only library files of version 1'],
    ['an object for a list', (file) => (file.favourites = {}), 'The list “favourites” is missing'],
    ['an array for an entry', (file) => (file.watchLater[0] = [1]), '“watchLater”, entry 1 is not an entry'],
    ['a path as id', (file) => (file.history[1]!.videoId = '../x'), '“history”, entry 2: “videoId” is not'],
    ['a title without end', (file) => (file.history[0]!.title = 'x'.repeat(501)), '“title” does not have'],
    ['a negative position', (file) => (file.history[0]!.position = -1), '“position” is not a number'],
    ['an impossible date', (file) => (file.hiddenTags[0]!.addedAt = '2025-99-99T00:00:00Z'), 'not a date'],
  ])('is refused with %s', (_, change, sentence) => {
    expect(() => readLibraryFile(changed(change), NOW)).toThrow(sentence);
  });

  it('adds no address, no unknown field and no future time', () => {
    const back = readLibraryFile(
      changed((file) => {
        Object.assign(file.history[0]!, {
          thumbnailUrl: 'https://example.org/x.svg',
          isGone: true,
          watchedAt: '2999-01-01T00:00:00.000Z',
        });
      }),
      NOW,
    );
    expect(back.history.get('video-1')).toEqual(watched(1, { ...IMPORTED, watchedAt: NOW }));
  });

  it('keeps the later of two entries for one video', () => {
    const back = readLibraryFile(
      changed((file) =>
        file.history.push({ ...file.history[0], position: 7, watchedAt: '2020-01-01T00:00:00Z' }),
      ),
      NOW,
    );
    expect(back.history.get('video-1')?.position).toBe(50);
  });

  it('is either read or rejected with a message, whatever it contains', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('history', 'favourites', 'hiddenTags'), (json, list) => {
        for (const hostile of [json, changed((file) => (file[list] = [JSON.parse(json)]))]) {
          try {
            readLibraryFile(hostile, NOW);
          } catch (error) {
            expect(error).toBeInstanceOf(LibraryFileError);
          }
        }
      }),
    );
  });
});
