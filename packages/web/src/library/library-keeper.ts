import { applyChanges, type Change, overflow } from './change.ts';
import { type LibraryDatabase, openDatabase, readLists, writeChanges } from './library-database.ts';
import { writeMark } from './library-mark.ts';
import { EMPTY_LISTS, type Lists } from './lists.ts';

export type Decide = (lists: Lists) => Change[];

export interface LibraryView {
  lists: Lists;
  /** False if the browser stores nothing: lists then last as long as the page. */
  isKept: boolean;
}

export interface LibraryKeeper {
  change: (decide: Decide) => Promise<void>;
}

const CHANNEL = 'library';

/** Stores each change in the database and sends it to other tabs. Calls `show` before it resolves. Never rejects. */
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
  // It may already be in the database; applying a change twice does no harm.
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
      // Full, or closed by the browser. The next page load finds what was stored.
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

/** Some browsers refuse it where they store nothing; tabs are then independent. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
}
