import type { DumpColumn, DumpForm, DumpRun } from '@vesper/contract';
import { countText, formatCount } from '../../../ui/format.ts';
import type { BadgeWord } from '../../ui/values.tsx';

/** The names of the contract's values. */
export const COLUMN_WORDS: Record<DumpColumn, string> = {
  ignored: 'Not used',
  id: 'Id at the source',
  url: 'Address of the page',
  title: 'Title',
  description: 'Description',
  embed: 'Embed code or player',
  file: 'Address of the film',
  thumbnail: 'Picture',
  duration: 'Length',
  tags: 'Tags',
  categories: 'Categories',
  date: 'Date',
  width: 'Width',
  height: 'Height',
};

export const DELIMITER_WORDS: Record<DumpForm['delimiter'], string> = {
  '|': 'Vertical bar |',
  ';': 'Semicolon ;',
  ',': 'Comma ,',
  '\t': 'Tab',
};

export const CHARSET_WORDS: Record<DumpForm['charset'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Latin-1 (Windows-1252)',
};

export const FILE_WORDS: Record<DumpRun['file'], string> = { videos: 'Dump', deletions: 'Deletion list' };

const RUN_WORDS: Record<DumpRun['state'], BadgeWord> = {
  running: { word: 'Running', tone: 'busy' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  stopped: { word: 'Stopped', tone: 'warn' },
  undoing: { word: 'Undoing', tone: 'busy' },
  undone: { word: 'Undone', tone: 'calm' },
};

/** A reading that came to its end may still have used no line. */
export function stateWord({ state, badLines }: Pick<DumpRun, 'state' | 'badLines'>): BadgeWord {
  if (state === 'completed' && badLines > 0) return { word: 'Completed with faults', tone: 'warn' };
  return RUN_WORDS[state];
}

/** What one reading has done, in a line; lines that it could not use are shown beside it. */
export function formatDumpRun(run: DumpRun): string {
  if (run.isUnchanged) return 'The file has not changed since it was last read.';
  const { new: added = 0, known = 0, duplicate = 0, blocked = 0, over_quota: waiting = 0 } = run.decisions;
  const counts: [number, string][] = [
    [added, 'new'],
    [known, 'known'],
    [run.changed, 'changed'],
    [duplicate, 'here under another address'],
    [blocked, 'blocked'],
    [waiting, "over the day's limit"],
    [run.hidden, 'hidden'],
    [run.shown, 'shown again'],
    [run.badLines, 'not usable'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return [countText(run.lines, 'line'), ...said].join(', ');
}
