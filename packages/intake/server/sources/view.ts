import {
  type PageRules,
  type SourcePause,
  SourcePermission,
  type SourceReading,
  VideoSource,
} from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { SourceManners } from '../manners/index.ts';
import type { PermissionRow } from './basis-queries.ts';
import type { VideoSourceRow } from './queries.ts';

/** With permissions, newest first. */
export function sourceView(
  row: VideoSourceRow,
  permissionRows: readonly PermissionRow[],
  manners: SourceManners | undefined,
): VideoSource {
  const permissions = permissionRows.map(permissionView);
  const basis = currentBasis(permissions, row.delivery as Delivery);
  return viewOf(VideoSource, row, {
    categoryMap: row.category_map as Record<string, string>,
    pageRules: row.page_rules as PageRules | null,
    basis,
    permissions,
    pauses: pausesOf(manners),
    lastReading: readingOf(row),
    state: stateSentence(row, basis) + reviewSentence(row),
  });
}

function readingOf(row: VideoSourceRow): SourceReading | null {
  const { reading_result: result, reading_at: at, reading_since: since, reading_message: message } = row;
  if (result === null || at === null || since === null) return null;
  return {
    result: result as SourceReading['result'],
    at: at.toISOString(),
    since: since.toISOString(),
    message,
  };
}

function pausesOf(manners: SourceManners | undefined): SourcePause[] {
  if (!manners) return [];
  const pauses = manners.breakers.map((breaker) => ({
    class: breaker.class,
    until: breaker.openUntil.toISOString(),
    message: breaker.message,
  }));
  const host = manners.blockedHost;
  if (host) pauses.push({ class: 'host', until: host.until.toISOString(), message: host.message ?? '' });
  return pauses;
}

function permissionView(row: PermissionRow): SourcePermission {
  return viewOf(SourcePermission, row, { evidenceSha256: row.evidence_sha256?.toString('hex') ?? null });
}

const REQUIRED_SCOPE = { hosted: 'download', remote: 'hotlink', embed: 'embed' } as const;

type Delivery = VideoSource['delivery'];

function currentBasis(permissions: readonly SourcePermission[], delivery: Delivery): SourcePermission | null {
  const valid = permissions.filter((one) => one.isValid);
  return valid.find((one) => covers(one, delivery)) ?? valid[0] ?? null;
}

function covers({ isValid, scope }: SourcePermission, delivery: Delivery): boolean {
  return isValid && scope.includes(REQUIRED_SCOPE[delivery]);
}

function stateSentence(row: VideoSourceRow, basis: SourcePermission | null): string {
  const isCovered = basis !== null && covers(basis, row.delivery as Delivery);
  if (row.deleting_at) return 'The source is being deleted with its videos.';
  if (row.disabled_reason !== null && row.struck_out_at) return `Stopped. ${row.disabled_reason}`;
  if (row.disabled_reason !== null && isCovered) {
    return 'Stopped for lack of a permission. It has a valid one now and can be enabled.';
  }
  if (row.disabled_reason !== null) return `Stopped. ${row.disabled_reason}`;
  if (!row.enabled) return 'Disabled by hand.';
  if (!isCovered) return 'Its permission has expired; it will stop within minutes.';
  const [end] = [basis.validUntil, basis.endedAt].filter((moment) => moment !== null).sort();
  const active = row.reading_result === 'not_read' ? 'Enabled, but it cannot be read.' : 'Active.';
  return end === undefined ? active : `${active} Its permission expires at ${end}.`;
}

/** The policy flags a source for review at the second strike. */
function reviewSentence({ strikes }: VideoSourceRow): string {
  return strikes === 2 ? ' Flagged for review: two copyright strikes stand against it.' : '';
}
