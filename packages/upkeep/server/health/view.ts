import { GONE_CLASSES, GoneVideo } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { GoneVideoRow } from './queries.ts';

export function viewGoneVideo(row: GoneVideoRow): GoneVideo {
  return viewOf(GoneVideo, row, {
    class: GONE_CLASSES.find((name) => name === row.last_class) ?? 'unreachable',
    message: row.last_message ?? 'It was hidden as gone.',
  });
}
