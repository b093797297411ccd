import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import { readBoolean, textsOf } from './schema-org-video.ts';
import type { Thing } from './thing/thing.ts';
import { isPage, type Standings } from './thing/thing-standing.ts';

/**
 * Refuses a video that its page says is not free (schema.org: `isAccessibleForFree`, `requiresSubscription`). The
 * video's own word counts before the page's. Throws SourceError `no_video`.
 */
export function requireFree(
  parts: readonly { thing?: Thing }[],
  { things, standings }: { things: readonly Thing[]; standings: Standings },
): void {
  const videos = parts.flatMap(({ thing }) => thing ?? []);
  const said =
    paidWord(videos) ?? (videos.some(saysFree) ? undefined : paidWord(pagesAmong(things, standings)));
  if (said) throw new SourceError('no_video', `The page says that its video is not free (${said}).`);
}

function pagesAmong(things: readonly Thing[], standings: Standings): Thing[] {
  return things.filter((thing) => isPage(thing) && thing.isTop && standings.of(thing) > 0);
}

function paidWord(things: readonly Thing[]): string | undefined {
  return things.map(wordOf).find((word) => word !== undefined);
}

function wordOf(thing: Thing): string | undefined {
  const parts = (thing.values.get('haspart') ?? []).filter((part) => typeof part !== 'string').slice(0, 100);
  if ([thing, ...parts].some((one) => isFree(one) === false)) return 'isAccessibleForFree';
  const [subscription] = thing.values.get('requiressubscription') ?? [];
  const isRequired =
    typeof subscription === 'string' ? readBoolean(subscription) : subscription !== undefined;
  return isRequired ? 'requiresSubscription' : undefined;
}

function saysFree(thing: Thing): boolean {
  return isFree(thing) === true;
}

function isFree(thing: Thing): boolean | undefined {
  return readBoolean(textsOf(thing, 'isaccessibleforfree', 'free')[0]);
}
