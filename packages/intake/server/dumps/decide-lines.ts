import type { Decision } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import {
  type Judgement,
  judgeAddresses,
  lockSource,
  type NewDecision,
  recordDecisions,
} from '../ledger/index.ts';
import { type DumpLine, externalIdHash } from './dump-line.ts';
import { type RunCounts, selectWithdrawn } from './queries.ts';
import type { FollowLines, TakeLines, Taken } from './take-lines.ts';

interface Deciding {
  sourceId: string;
  runId: string;
  /** Today's quota left. */
  room: number;
  now: Date;
}

interface Ways {
  take: TakeLines;
  /** For lines that are not imported, most of them known. */
  follow: FollowLines;
}

export interface Decided {
  taken: number;
  waiting: number;
  changed: number;
  counts: RunCounts;
}

/** Imports new lines within `room`, and updates the videos of known ones. */
export async function decideLines(
  tx: Db,
  { sourceId, runId, room, now }: Deciding,
  lines: readonly DumpLine[],
  { take, follow }: Ways,
): Promise<Decided> {
  await lockSource(tx, sourceId);
  const unique = byAddress(lines);
  const judgement = await judgeAddresses(tx, {
    ...{ sourceId, runId, now, withoutRoom: room <= 0 },
    urls: unique.map(({ url }) => url),
    externalIds: unique.map(({ externalId }) => externalId),
  });
  const withdrawn = await withdrawnOf(tx, sourceId, freshLines(judgement, unique));
  const plan = planLines(unique, judgement, { room, withdrawn });
  const outcomes = await take(
    tx,
    plan.taken.map(({ line }) => line),
  );
  const decided = [
    ...plan.decided,
    ...plan.taken.map(({ line, isUnseen }, n) => ({ url: line.url, isUnseen, ...(outcomes[n] as Taken) })),
    ...judgement.changed.map((one) => ({ ...one, url: unique[one.index]?.url ?? '' })),
  ];
  await recordDecisions(tx, { sourceId, runId, now }, decided);
  const taken = new Set(plan.taken.map(({ line }) => line));
  const changed = await follow(
    tx,
    unique.filter((line) => !taken.has(line)),
  );
  const counts = { decided: { ...judgement.recorded }, seen: { ...judgement.seen } };
  for (const { decision } of decided) counts.decided[decision] += 1;
  counts.seen.over_quota += plan.waiting;
  counts.seen.duplicate += lines.length - unique.length;
  const waiting = counts.decided.over_quota + counts.seen.over_quota;
  const isNew = ({ decision }: Taken) => decision === 'new';
  return { taken: outcomes.filter(isNew).length, waiting, changed, counts };
}

function byAddress(lines: readonly DumpLine[]): DumpLine[] {
  const first = new Map<string, DumpLine>();
  for (const line of lines) if (!first.has(line.url)) first.set(line.url, line);
  return [...first.values()];
}

function freshLines({ fresh }: Judgement, lines: readonly DumpLine[]): DumpLine[] {
  return fresh.flatMap(({ index }) => lines[index] ?? []);
}

/** Addresses on the deletion list, by address or id. */
async function withdrawnOf(
  tx: Db,
  sourceId: string,
  lines: readonly DumpLine[],
): Promise<ReadonlySet<string>> {
  const namesOf = ({ hash, externalId }: DumpLine) => [
    hash,
    ...(externalId ? [externalIdHash(externalId)] : []),
  ];
  const found = await selectWithdrawn(tx, sourceId, lines.flatMap(namesOf));
  if (found.size === 0) return new Set();
  const isNamed = (line: DumpLine) => namesOf(line).some((hash) => found.has(hash.toString('hex')));
  return new Set(lines.filter(isNamed).map(({ url }) => url));
}

interface Plan {
  taken: { line: DumpLine; isUnseen: boolean }[];
  decided: NewDecision[];
  /** Waiting for room before this batch, and still. */
  waiting: number;
}

function planLines(
  lines: readonly DumpLine[],
  { fresh }: Judgement,
  { room, withdrawn }: { room: number; withdrawn: ReadonlySet<string> },
): Plan {
  const plan: Plan = { taken: [], decided: [], waiting: 0 };
  const ids = new Set<string>();
  for (const { index, standing } of fresh) {
    const line = lines[index] as DumpLine;
    const isUnseen = standing === 'unseen';
    const decide = (decision: Decision) =>
      plan.decided.push({ url: line.url, decision, videoId: null, isUnseen });
    if (withdrawn.has(line.url)) decide('blocked');
    else if (line.externalId !== null && ids.has(line.externalId)) decide('duplicate');
    else if (plan.taken.length < room) {
      plan.taken.push({ line, isUnseen });
      if (line.externalId !== null) ids.add(line.externalId);
    } else if (standing === 'waiting' || standing === 'waiting_here') plan.waiting += 1;
    else decide('over_quota');
  }
  return plan;
}
