import { type ComponentType, useEffect, useState } from 'react';
import { useAddress } from '../data/address.ts';
import { useLibraryState } from './library-store.ts';
import type { HistoryEntry } from './lists.ts';
import { toContinue } from './progress.ts';

type Row = ComponentType<{ entries: HistoryEntry[] }>;

/** Everyone's HTML reserves its space; CSS shows it if the first script found something, so that nothing shifts. */
export function ContinueWatching() {
  const isPlain = useAddress().search.size === 0;
  const { lists, isRead } = useLibraryState();
  const entries = toContinue(lists);
  const [Row, setRow] = useState<Row>();
  const isWanted = isPlain && entries.length > 0;
  useEffect(() => {
    if (isWanted) void import('./continue-row.tsx').then((module) => setRow(() => module.ContinueRow));
  }, [isWanted]);
  if (!isPlain || (isRead && !isWanted)) return null;
  return (
    <section aria-labelledby="continue-title" className="continue-watching pt-7">
      <h2 id="continue-title" className="mb-4 text-xl font-bold tracking-tight">
        Continue watching
      </h2>
      <ul className="chips continue-row -mx-4 px-4 py-1 sm:-mx-1 sm:px-1">
        {Row ? <Row entries={entries} /> : <Placeholder />}
      </ul>
    </section>
  );
}

/** One card holds the height of the row. */
function Placeholder() {
  return (
    <li aria-hidden>
      <div className="skeleton aspect-video rounded-lg" />
      <div className="mt-2 h-10" />
      <div className="mt-1 h-4.5" />
    </li>
  );
}
