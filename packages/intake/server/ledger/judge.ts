import { DECISIONS, type Decision } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { type AddressBatch, selectJudgements } from './judge-queries.ts';

/** See JudgementRow. */
type FreshStanding = 'waiting_here' | 'waiting' | 'changed' | 'unseen';

interface Decided {
  index: number;
  decision: Decision;
  videoId: string | null;
  /** The address is not in the ledger. */
  isUnseen: boolean;
}

export interface Judgement {
  /** Addresses to queue, or waiting for room, in batch order. */
  fresh: { index: number; standing: FreshStanding }[];
  /** Decisions that the ledger lacks. */
  changed: Decided[];
  /** Unchanged ledger rows, by decision. */
  seen: Record<Decision, number>;
  /** Written by this run, and so counted already. */
  repeated: Record<Decision, number>;
  /** Positions of known videos whose page has changed. */
  renewed: number[];
  /** Recorded during the judgement. */
  recorded: Record<Decision, number>;
}

export const NO_DECISIONS: Readonly<Record<Decision, number>> = Object.freeze(
  Object.fromEntries(DECISIONS.map((decision) => [decision, 0])) as Record<Decision, number>,
);

/** One query per batch; read-only if there is room. */
export async function judgeAddresses(db: Db, batch: AddressBatch): Promise<Judgement> {
  const judgement: Judgement = {
    fresh: [],
    changed: [],
    renewed: [],
    seen: { ...NO_DECISIONS },
    repeated: { ...NO_DECISIONS },
    recorded: { ...NO_DECISIONS },
  };
  if (batch.urls.length === 0) return judgement;
  for (const { decision, standing, n, places, videos, renewed } of await selectJudgements(db, batch)) {
    const indices = indicesOf(places);
    judgement.renewed.push(...indicesOf(renewed));
    if (standing === 'repeated' || standing === 'seen' || standing === 'recorded') {
      if (decision !== 'fresh') judgement[standing][decision] += n;
    } else if (decision === 'fresh') {
      for (const index of indices) judgement.fresh.push({ index, standing });
    } else {
      for (const [nth, index] of indices.entries()) {
        const videoId = videos?.[nth] ?? null;
        judgement.changed.push({ index, decision, videoId, isUnseen: standing === 'unseen' });
      }
    }
  }
  judgement.fresh.sort((a, b) => a.index - b.index);
  return judgement;
}

function indicesOf(places: string | null): number[] {
  return places === null ? [] : places.split(',').map((place) => Number(place) - 1);
}
