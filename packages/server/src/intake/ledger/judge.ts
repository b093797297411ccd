import { DECISIONS, type Decision } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { type AddressBatch, selectJudgements } from './judge-queries.ts';

/** How the ledger has an address that may be taken: see JudgementRow. */
type FreshStanding = 'waiting_here' | 'waiting' | 'changed' | 'unseen';

/** A decision about one address of a batch, by its place in it. */
interface Decided {
  index: number;
  decision: Decision;
  videoId: string | null;
  /** The ledger does not know the address at all. */
  isUnseen: boolean;
}

export interface Judgement {
  /** Addresses that are to be taken, or wait for room, in the order of the batch. */
  fresh: { index: number; standing: FreshStanding }[];
  /** What the ledger does not say yet. */
  changed: Decided[];
  /** Addresses about which the ledger stays as it is, by decision. */
  seen: Record<Decision, number>;
  /** The same, written by this very run: they are counted already. */
  repeated: Record<Decision, number>;
  /** What has been written to the ledger on the way. */
  recorded: Record<Decision, number>;
}

export const NO_DECISIONS: Readonly<Record<Decision, number>> = Object.freeze(
  Object.fromEntries(DECISIONS.map((decision) => [decision, 0])) as Record<Decision, number>,
);

/** What is to be done with each address of a batch, by one query. It only reads, unless there is no room. */
export async function judgeAddresses(db: Db, batch: AddressBatch): Promise<Judgement> {
  const judgement: Judgement = {
    fresh: [],
    changed: [],
    seen: { ...NO_DECISIONS },
    repeated: { ...NO_DECISIONS },
    recorded: { ...NO_DECISIONS },
  };
  if (batch.urls.length === 0) return judgement;
  for (const { decision, standing, n, places, videos } of await selectJudgements(db, batch)) {
    const indices = places === null ? [] : places.split(',').map((place) => Number(place) - 1);
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
