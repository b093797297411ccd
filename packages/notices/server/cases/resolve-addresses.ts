import type { Db } from '@vesper/core/db/pool.ts';
import { withoutWww } from '@vesper/core/http/origin.ts';
import { hasOldAddresses, videoAtOldAddress } from '@vesper/library/old-addresses';
import { type NewTarget, selectNamedVideos } from './case-queries.ts';
import { type ReadAddress, readAddress } from './read-address.ts';

export interface Named {
  addresses: readonly string[];
  videoId?: string | null | undefined;
}

export interface AddressParts {
  db: Db;
  configFor(hostname: string): Promise<{ domain: string }>;
}

export type Target = NewTarget & { written: string };

/** `hostname`: the receiving site's. If address and id disagree, the address counts and the id is noted alone. */
export async function resolveAddresses(
  { db, configFor }: AddressParts,
  { addresses, videoId }: Named,
  hostname: string,
): Promise<Target[]> {
  const isOurs = createIsOurs(configFor, hostname);
  const read: { written: string; address: ReadAddress | undefined }[] = [];
  for (const written of addresses) {
    const address = readAddress(written);
    read.push({ written, address: address && (await isOurs(address.hostname)) ? address : undefined });
  }
  const ids = [...read.map(({ address }) => address?.videoId), videoId].filter(
    (id) => typeof id === 'string',
  );
  const known = new Map((await selectNamedVideos(db, ids)).map((one) => [one.id, one]));
  const isLacking = read.some(({ address }) => address && !known.has(address.videoId ?? ''));
  const hasMoved = isLacking && (await hasOldAddresses(db));
  const targets: Target[] = [];
  for (const { written, address } of read) {
    const named = known.get(address?.videoId ?? '');
    const moved = hasMoved && address && !named ? await movedTo({ db, configFor }, address) : undefined;
    const shape = named?.is_merged ? 'merged' : moved ? 'page' : (address?.shape ?? 'other');
    targets.push({ written, shape, videoId: named?.video_id ?? moved ?? null });
  }
  return withGiven(targets, videoId, known.get(videoId ?? '')?.video_id);
}

/** By an address of an imported site. */
async function movedTo(
  { db, configFor }: AddressParts,
  { hostname, pathAndQuery }: ReadAddress,
): Promise<string | undefined> {
  const { domain } = await configFor(withoutWww(hostname));
  const id = await videoAtOldAddress(db, pathAndQuery, domain);
  const [named] = id === undefined ? [] : await selectNamedVideos(db, [id]);
  return named?.video_id;
}

/** `standsFor`: the video of `givenId`, after merges. */
function withGiven(
  targets: Target[],
  givenId: string | null | undefined,
  standsFor: string | undefined,
): Target[] {
  if (!givenId) return targets;
  const counted = targets.map(({ videoId }) => videoId).filter((id) => id !== null);
  if (standsFor !== undefined && counted.includes(standsFor)) return targets;
  const given = { written: givenId, shape: 'given' } as const;
  // A copyright request is about its first target.
  return counted.length > 0
    ? [...targets, { ...given, videoId: null }]
    : [{ ...given, videoId: standsFor ?? null }, ...targets];
}

export function disagrees(targets: readonly Pick<NewTarget, 'shape' | 'videoId'>[]): boolean {
  const isGiven = targets.some(({ shape, videoId }) => shape === 'given' && videoId === null);
  return isGiven && targets.some(({ videoId }) => videoId !== null);
}

function createIsOurs(configFor: AddressParts['configFor'], own: string): (name: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const look = async (name: string) => {
    const plain = withoutWww(name);
    if (plain === withoutWww(own)) return true;
    for (const one of [name, plain]) if ((await configFor(one)).domain === one) return true;
    return false;
  };
  return (name) => {
    const answer = known.get(name) ?? look(name);
    known.set(name, answer);
    return answer;
  };
}
