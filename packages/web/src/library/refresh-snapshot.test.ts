import { describe, expect, it } from 'vitest';
import { createVideo } from '../../test/catalogue.ts';
import { applyChanges } from './change.ts';
import { EMPTY_LISTS, type Lists, snapshotOf } from './lists.ts';
import { snapshotChanges } from './refresh-snapshot.ts';

const NOW = 1_700_000_000_000;
const kept = createVideo(1, { id: 'kept', title: 'The kept chart' });
const entryOf = (id: string) => ({
  ...snapshotOf(createVideo(0, { id, title: `Was ${id}` }), 1),
  addedAt: 1,
  isGone: false,
});

function lists(...ids: string[]): Lists {
  return { ...EMPTY_LISTS, favourites: new Map(ids.map((id) => [id, entryOf(id)])) };
}

const after = (before: Lists, id: string, video: typeof kept | null) =>
  applyChanges(before, snapshotChanges(before, id, video, NOW));

describe('an entry of the library', () => {
  it('moves to the remaining video after a merge', () => {
    const { favourites } = after(lists('former', 'other'), 'former', kept);
    expect([...favourites.keys()].toSorted()).toEqual(['kept', 'other']);
    expect(favourites.get('kept')).toMatchObject({ title: 'The kept chart', isGone: false, addedAt: 1 });
  });

  it('is removed if the remaining video is already in the list', () => {
    const before = lists('former', 'kept');
    const { favourites } = after(before, 'former', kept);
    expect([...favourites.values()]).toEqual([before.favourites.get('kept')]);
  });

  it('stays in its place while its video is there, and is marked once that is gone', () => {
    expect(after(lists('kept'), 'kept', kept).favourites.get('kept')).toMatchObject({
      title: 'The kept chart',
    });
    expect(after(lists('kept'), 'kept', null).favourites.get('kept')).toMatchObject({ isGone: true });
  });
});
