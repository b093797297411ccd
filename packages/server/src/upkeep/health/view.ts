import { GONE_CLASSES, type GoneVideo } from '@vesper/contract';
import type { GoneVideoRow } from './queries.ts';

export function viewGoneVideo(row: GoneVideoRow): GoneVideo {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    views: row.views,
    publishedAt: row.published_at.toISOString(),
    sourceUrl: row.source_url,
    sourceId: row.source_id,
    sourceName: row.source_name,
    class: GONE_CLASSES.find((name) => name === row.last_class) ?? 'unreachable',
    message: row.last_message ?? 'It was hidden as gone.',
    failingSince: row.failing_since.toISOString(),
    goneAt: row.gone_at.toISOString(),
    lastAliveAt: row.last_alive_at?.toISOString() ?? null,
    nextCheckAt: row.next_check_at?.toISOString() ?? null,
  };
}
