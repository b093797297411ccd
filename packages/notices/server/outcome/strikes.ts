import { SourceStrike, type SourceStrikes, type StrikeVoided } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import { openerOf } from '@vesper/core/db/sealed/row-seal.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { addPaper, type CaseParts, requireCase, sealForStep } from '../cases/index.ts';
import {
  hasStrike,
  insertStrike,
  type ListedStrike,
  selectStanding,
  selectStrike,
  selectStrikes,
  voidStanding,
} from './strike-queries.ts';
import type { FamilyVideo } from './taking-off/take-off-queries.ts';

/** By the policy the second flags a source, the third disables it. */
const REVIEW_FROM = 2;
const STRUCK_OUT_FROM = 3;
const MOST_SHOWN = 100;

export interface CountedStrike {
  sourceId: string;
  sourceName: string;
  standing: number;
}

/** One violation per video, however many cases: null if a strike stands already, or without a source. */
export async function strikeSource(
  tx: Db,
  { caseId, videos, now }: { caseId: string; videos: readonly FamilyVideo[]; now: Date },
): Promise<CountedStrike | null> {
  const [video] = videos;
  if (!video?.source_id || video.source_name === null) return null;
  const videoIds = videos.map(({ id }) => id);
  if (await hasStrike(tx, videoIds)) return null;
  const { id: videoId, source_id: sourceId, source_name: sourceName } = video;
  await insertStrike(tx, {
    source_id: sourceId,
    source_name: sourceName,
    case_id: caseId,
    video_id: videoId,
    at: now,
  });
  const standing = (await selectStanding(tx, sourceId))?.strikes ?? 0;
  return { sourceId, sourceName, standing };
}

export function strikeMessage({ sourceName, standing }: CountedStrike): string {
  const name = `"${sourceName}"`;
  if (standing >= STRUCK_OUT_FROM)
    return `${standing === STRUCK_OUT_FROM ? 'Three' : standing} strikes stand against its source ${name}: it is disabled.`;
  if (standing === REVIEW_FROM)
    return `It is the second strike against its source ${name}, which is flagged for review.`;
  return `It is the first strike against its source ${name}.`;
}

/** Newest first. Throws not_found. */
export async function strikesOfSource(
  { db, keys }: Pick<CaseParts, 'db' | 'keys'>,
  sourceId: string,
): Promise<SourceStrikes> {
  const source = await selectStanding(db, sourceId);
  if (!source) throw new AppError('not_found', 'This source does not exist.');
  const { strikes: active } = source;
  return {
    sourceId,
    active,
    needsReview: active >= REVIEW_FROM,
    isStruckOut: active >= STRUCK_OUT_FROM,
    strikes: (await selectStrikes(db, sourceId, MOST_SHOWN)).map((row) => toStrike(row, keys)),
  };
}

/** The strike stays on record; a disabled source stays disabled. Throws not_found, conflict. */
export async function voidStrike(
  { db, clock, keys }: Pick<CaseParts, 'db' | 'clock' | 'keys'>,
  { id, reason, by }: { id: string; reason: string; by: string },
): Promise<StrikeVoided> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const { case_id: caseId } = await requireStrike(tx, id);
    const seal = await sealForStep(tx, keys, await requireCase(tx, caseId), now);
    const isVoided = await voidStanding(tx, id, { by, reason: seal.sealText('void', reason), now });
    if (isVoided) await addPaper(tx, caseId, seal, { what: 'reason', text: reason, by, at: now });
    const strike = await requireStrike(tx, id);
    if (!isVoided) {
      const { voided_by: who, voided_at: when } = strike;
      throw new AppError(
        'conflict',
        `This strike is already void: ${who} voided it at ${when && formatMoment(when)}.`,
      );
    }
    const source = strike.source_id === null ? undefined : await selectStanding(tx, strike.source_id);
    return { message: voidedMessage(strike.source_name, source), strike: toStrike(strike, keys) };
  });
}

async function requireStrike(tx: Db, id: string): Promise<ListedStrike> {
  const strike = await selectStrike(tx, id);
  if (!strike) throw new AppError('not_found', 'This strike does not exist.');
  return strike;
}

function voidedMessage(name: string, source: { strikes: number; enabled: boolean } | undefined): string {
  if (!source) return 'The strike was voided. Its source is gone.';
  const left = source.strikes === 1 ? '1 strike still stands' : `${source.strikes || 'No'} strikes stand`;
  const standing = `The strike was voided. ${left} against "${name}".`;
  if (source.enabled) return standing;
  if (source.strikes >= STRUCK_OUT_FROM) return `${standing} The source stays disabled.`;
  return `${standing} The source stays disabled until an administrator enables it on the Sources page.`;
}

export function toStrike(row: ListedStrike, keys: RowKeys): SourceStrike {
  const { case_id: id, void_reason: reason } = row;
  return viewOf(SourceStrike, row, {
    requestId: id,
    voidReason: reason && openerOf(keys, { ...row, id }).openText('void', reason),
  });
}
