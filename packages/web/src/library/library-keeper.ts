import { applyChanges, type Change, overflow } from './change.ts';
import { type LibraryDatabase, openDatabase, readLists, writeChanges } from './library-database.ts';
import { writeMark } from './library-mark.ts';
import { EMPTY_LISTS, type Lists } from './lists.ts';

/** Computes a change from the current lists. */
export type Decide = (lists: Lists) => Change[];

export interface LibraryView {
  lists: Lists;
  /** False if the browser stores nothing: the lists then last as long as the page. */
  isKept: boolean;
}

export interface LibraryKeeper {
  change: (decide: Decide) => Promise<void>;
}

const CHANNEL = 'library';

/**
 * Holds the lists in memory, writes every change to the browser's database and sends it to the other tabs. Calls `show`
 * with the first lists before it resolves, and again after each change. Never rejects: without a database, it uses
 * only memory.
 */
export async function openLibrary(show: (view: LibraryView) => void): Promise<LibraryKeeper> {
  let view: LibraryView = { lists: EMPTY_LISTS, isKept: true };
  const channel = openChannel();
  const missed: Change[] = [];
  let take = (changes: readonly Change[]) => void missed.push(...changes);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Change[]>) => take(data);

  let database = await open();
  take = (changes) => {
    view = { ...view, lists: applyChanges(view.lists, changes) };
    if (view.isKept) writeMark(view.lists);
    show(view);
  };
  // A change from another tab may already be in the database; applying it twice does no harm.
  take(missed);

  async function open(): Promise<LibraryDatabase | undefined> {
    try {
      const opened = await openDatabase();
      view = { ...view, lists: await readLists(opened) };
      return opened;
    } catch {
      view = { ...view, isKept: false };
      return undefined;
    }
  }

  async function store(changes: readonly Change[]): Promise<void> {
    if (!database) return;
    try {
      await writeChanges(database, changes);
    } catch {
      // Full, or closed by the browser. The next page load finds what was stored before.
      database = undefined;
      view = { ...view, isKept: false };
      show(view);
    }
  }

  return {
    change: async (decide) => {
      const wanted = decide(view.lists);
      if (wanted.length === 0) return;
      const changes = [...wanted, ...overflow(applyChanges(view.lists, wanted))];
      take(changes);
      channel?.postMessage(changes);
      await store(changes);
    },
  };
}

/** Some browsers refuse it if they store nothing for a site; tabs are then independent. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
}
