import type { ManagedVideoDetails } from '@vesper/contract';
import type { Actor } from '../../kernel/http/mount.ts';
import { rulesOf } from '../cases/index.ts';

/** Of a video's cases a program without access to notices learns no kind that is shown to few: `restricted`. */
export function withoutRestricted(
  video: ManagedVideoDetails,
  { tokenId, scopes = [] }: Pick<Actor, 'tokenId' | 'scopes'>,
): ManagedVideoDetails {
  if (tokenId === undefined || scopes.includes('takedowns:read') || scopes.includes('takedowns:write'))
    return video;
  const cases = video.cases.map((one) =>
    rulesOf(one.kind).isRestricted ? { ...one, kind: 'restricted' } : one,
  );
  return { ...video, cases };
}
