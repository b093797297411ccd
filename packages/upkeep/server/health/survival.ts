import { SURVIVAL_AGES, type Survival } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type SurvivalCount, selectSourceName, selectSurvivalCounts } from './queries.ts';

/** Throws not_found. */
export async function survivalOfSource(db: Db, sourceId: string): Promise<Survival> {
  const sourceName = await selectSourceName(db, sourceId);
  if (sourceName === undefined) throw new AppError('not_found', 'This source does not exist.');
  return { sourceId, sourceName, ages: survivalCurve(await selectSurvivalCounts(db, sourceId)) };
}

/**
 * The curve of Kaplan and Meier (1958) at fixed ages a[1] < a[2] < ...; a[0] is the moment of publishing. A video's
 * observation ends when it was last seen alive, or, of one that is gone, with the first of the failures that it was
 * hidden for. Of those whose observation reaches beyond a[i-1]:
 *
 *   d[i] = gone at an age in (a[i-1], a[i]]
 *   n[i] = d[i], plus those seen alive at a[i] or later, plus those gone later than a[i]
 *   survival[i] = (1 - d[1]/n[1]) * ... * (1 - d[i]/n[i])
 *
 * A video last seen alive between a[i-1] and a[i] says nothing about a[i] and is left out there. `counts` say how
 * many videos have reached how many ages (video_health.ages_reached).
 */
export function survivalCurve(counts: readonly SurvivalCount[]): Survival['ages'] {
  let survival: number | null = 1;
  return SURVIVAL_AGES.map((ageDays, index) => {
    const died = sum(counts, (count) => count.is_gone && count.ages_reached === index);
    const alive = sum(counts, (count) => count.ages_reached > index);
    const observed = alive + died;
    survival = observed === 0 || survival === null ? null : survival * (alive / observed);
    return { ageDays, observed, alive, survival };
  });
}

function sum(counts: readonly SurvivalCount[], wanted: (count: SurvivalCount) => boolean): number {
  return counts.filter(wanted).reduce((total, { n }) => total + n, 0);
}
