import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { countEmbedsSince } from '@vesper/library/videos';
import { countAgainstQuota } from '../downloads/index.ts';
import { type OnLine, type SourceItem, toDumpItem } from '../readers/index.ts';
import {
  type CategoryMap,
  mapCategory,
  recordReading,
  selectSource,
  type VideoSourceRow,
} from '../sources/index.ts';
import { decideLines } from './decide-lines.ts';
import { boundCategories, createSeenBefore, type DumpLine, nameHash, toDumpLine } from './dump-line.ts';
import { requireReadable } from './layouts.ts';
import {
  type DecisionCounts,
  endRun,
  holdSource,
  type RunCounts,
  restartRun,
  updateCounts,
  updateProgress,
} from './queries.ts';
import { readDeletions } from './read-deletions.ts';
import { type FileOutcome, readFile, type SoFar } from './read-file.ts';
import { type DumpReader, inStep, StoppedError, type Turn } from './steps.ts';
import { type FollowLines, followLines, type TakeLines, takeDownloads, takeEmbeds } from './take-lines.ts';
import { sumCounts } from './view.ts';

/** Reads from the first line, also after a crash: earlier decisions count once. Returns early when stopped. */
export async function runDump(reader: DumpReader, runId: string, signal: AbortSignal): Promise<void> {
  const { db } = reader;
  const run = await restartRun(db, runId);
  if (!run) return;
  const source = await selectSource(db, run.source_id);
  if (!source) return;
  try {
    await requireReadable(db, source);
    const outcome = await (run.file === 'videos' ? readVideos : readDeletions)(reader, {
      run,
      source,
      signal,
    });
    await finish(reader, { run, source }, outcome);
  } catch (error) {
    if (error instanceof StoppedError) return;
    if (!(error instanceof AppError) || signal.aborted) throw error;
    await endRun(db, runId, { state: 'failed', error: error.message });
  }
}

async function readVideos(reader: DumpReader, { run, source, signal }: Turn): Promise<FileOutcome> {
  const { db, clock } = reader;
  const ways = { take: takingOf(reader, source), follow: followingOf(reader, source) };
  let room = await roomToday(reader, source);
  let counts: RunCounts = { decided: run.decided as DecisionCounts, seen: {} };
  const decide = async (lines: DumpLine[], soFar: () => SoFar) => {
    // Recently removed videos must not be imported again.
    await drainOutbox(db);
    return inStep(db, run.id, async (tx) => {
      if (!(await holdSource(tx, source.id))) throw new AppError('conflict', NOT_COVERED);
      const deciding = { sourceId: source.id, runId: run.id, room, now: clock.now() };
      const decided = await decideLines(tx, deciding, lines, ways);
      const after = {
        decided: sumCounts(counts.decided, decided.counts.decided),
        seen: sumCounts(counts.seen, decided.counts.seen),
      };
      await updateProgress(tx, run.id, { ...soFar(), changed: decided.changed });
      await updateCounts(tx, run.id, after);
      return { ...decided, after };
    });
  };
  return readFile(
    reader,
    { source, file: 'videos', signal },
    {
      readFields: toDumpItem,
      toLine: lineReader(reader, source),
      async decide(lines, soFar) {
        const { taken, waiting, after } = await decide(lines, soFar);
        room -= taken;
        counts = after;
        return waiting === 0;
      },
    },
  );
}

const NOT_COVERED = 'The source was disabled, or no valid permission covers it any more, so the run stopped.';

function takingOf({ makeWay }: DumpReader, { id, delivery }: VideoSourceRow): TakeLines {
  return delivery === 'embed' ? takeEmbeds(id, makeWay) : takeDownloads(id);
}

/** Pages with rules keep the name these find, not the line's. */
function followingOf(
  { afterRewording }: DumpReader,
  { id, delivery, page_rules, follow_words }: VideoSourceRow,
): FollowLines {
  const isByPage = delivery !== 'embed' && page_rules !== null;
  return isByPage || !follow_words ? async () => 0 : followLines(id, afterRewording);
}

/** Sees every line, so that bounds and repetitions are the same on each reading. */
function lineReader(
  { embeds }: DumpReader,
  { delivery, category_map }: VideoSourceRow,
): (item: OnLine<SourceItem>) => DumpLine {
  const boundCategory = boundCategories();
  const isSeen = createSeenBefore();
  return (item) => {
    const named = toDumpLine(item, delivery, embeds);
    const category = mapCategory(category_map as CategoryMap, named.metadata.category ?? '');
    return { ...named, category: boundCategory(category), isFirst: !isSeen(nameHash(named)) };
  };
}

/** By the UTC day. */
async function roomToday(
  { db, clock }: DumpReader,
  { id, delivery, daily_quota }: VideoSourceRow,
): Promise<number> {
  const now = clock.now();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const count = delivery === 'embed' ? countEmbedsSince : countAgainstQuota;
  return daily_quota - (await count(db, id, since));
}

async function finish(
  { db, clock }: DumpReader,
  { run, source }: Omit<Turn, 'signal'>,
  { error, isUnchanged, ...soFar }: FileOutcome,
): Promise<void> {
  await updateProgress(db, run.id, soFar);
  await endRun(db, run.id, { state: error === null ? 'completed' : 'failed', error, isUnchanged });
  if (run.file !== 'videos') return;
  const result = error === null ? 'read' : soFar.lines > 0 ? 'in_part' : 'not_read';
  const place = { id: source.id, baseUrl: source.base_url };
  await recordReading(db, place, { result, message: error }, { at: clock.now(), isCrawl: true });
}
