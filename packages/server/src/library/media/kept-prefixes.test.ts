import { beforeEach, describe, expect, test } from 'vitest';
import { parseEmbedProviders } from '../embeds/index.ts';
import { createMediaAddresses, type MediaFields, withoutFilms } from './addresses.ts';
import { createKeptPrefixes, type PrefixOf } from './kept-prefixes.ts';
import { createMediaSigner, LASTING, MEDIA_PURPOSES } from './signing.ts';

const HOUR_MS = 3_600_000;
const signer = createMediaSigner(Buffer.from('k'.repeat(32)));
const soon = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T00:00:00Z');

let made: string[];
/** Makes prefixes and notes each. */
const noting: PrefixOf = (grant, expiresAt) => {
  made.push(`${grant.purpose} ${grant.videoId} ${grant.domain}`);
  return signer.prefix(grant, expiresAt);
};
beforeEach(() => {
  made = [];
});

describe('kept prefixes', () => {
  test('are those that are made, whatever was asked for before', () => {
    const kept = createKeptPrefixes(noting, 2);
    const grants = ['1', '2', '3', 'a b'].flatMap((videoId) =>
      ['one.example', 'two.example'].flatMap((domain) =>
        MEDIA_PURPOSES.map((purpose) => ({ purpose, videoId, domain })),
      ),
    );
    for (const grant of [...grants, ...grants.toReversed(), ...grants])
      for (const expiresAt of [soon, LASTING, later, LASTING, soon] as const)
        expect(kept(grant, expiresAt)).toBe(signer.prefix(grant, expiresAt));
  });

  test('of what is named again are not made again until they expire', () => {
    const kept = createKeptPrefixes(noting);
    const film = { purpose: 'play', videoId: '1', domain: 'one.example' } as const;
    const picture = { ...film, purpose: 'thumbnail' } as const;
    const nameAll = () => {
      kept(film, new Date(soon));
      kept(picture, LASTING);
      kept({ ...film, domain: 'two.example' }, soon);
      kept({ ...film, videoId: '2' }, soon);
    };
    for (let time = 0; time < 2; time += 1) nameAll();
    made = [];
    nameAll();
    expect(made).toEqual([]);
    kept(film, later);
    kept(film, later);
    expect(made).toHaveLength(1);
  });

  test('are not kept of what is named once', () => {
    const kept = createKeptPrefixes(noting, 1);
    const name = (videoId: string) => kept({ purpose: 'play', videoId, domain: 'one.example' }, soon);
    for (const videoId of ['1', '2', '1', '3', '4', '1']) name(videoId);
    expect(made.map((one) => one.split(' ')[1])).toEqual(['1', '2', '1', '3', '4']);
  });

  test('are forgotten when many others were named again since', () => {
    const kept = createKeptPrefixes(noting, 2);
    for (const videoId of ['1', '2', '1', '2', '1', '3', '1', '3', '1', '2'])
      kept({ purpose: 'play', videoId, domain: 'one.example' }, soon);
    expect(made.map((one) => one.split(' ')[1])).toEqual(['1', '2', '1', '2', '3', '3', '2']);
  });
});

describe("a video's addresses", () => {
  const fields: MediaFields = {
    ...{ id: '7', kind: 'hosted', embed_url: '', embed_provider: null, embed_id: null },
    ...{ video_url: 'a.mp4', thumbnail_url: 'a.webp', preview_url: 'b.mp4' },
    ...{ storyboard_url: 'a.vtt', hls_url: 'a.m3u8' },
  };
  let now: Date;
  const addresses = createMediaAddresses({
    signer: { ...signer, prefix: noting },
    clock: { now: () => now },
    embeds: parseEmbedProviders('', { mayBePlain: () => false, isOwn: () => false }),
    domains: { nameFor: async () => 'one.example' },
  });
  const FILES = ['videoUrl', 'thumbnailUrl', 'previewUrl', 'storyboardUrl', 'hlsUrl'] as const;
  const signedFor = async (which: 'kept' | 'made') => {
    const forHost = await addresses.forHost('one.example');
    return FILES.map((file) => (which === 'kept' ? forHost.kept : forHost)[file](fields));
  };

  test('are the same kept as made, and take three signatures in half a day', async () => {
    now = new Date('2026-11-21T12:01:00Z');
    const first = await signedFor('kept');
    expect(made).toHaveLength(3);
    now = new Date(now.getTime() + 11 * HOUR_MS);
    expect(await signedFor('kept')).toEqual(first);
    expect(made).toHaveLength(3);
    expect(await signedFor('made')).toEqual(first);
    // Nothing is kept of what a sitemap names.
    expect(made).toHaveLength(3 + FILES.length);
  });

  test('name no film on a card, and take no signature for it', async () => {
    const all = await addresses.forHost('one.example');
    const shown = (of: typeof all) => FILES.map((file) => of.kept[file]({ ...fields, id: '8' }));
    const ofCard = shown(withoutFilms(all));
    expect(made).toEqual(['thumbnail 8 one.example', 'preview 8 one.example']);
    const [, picture, preview] = shown(all);
    expect(ofCard).toEqual(['', picture, preview, null, null]);
  });

  test("change with the film's expiry, half a day later", async () => {
    now = new Date('2026-11-21T12:01:00Z');
    const [film, picture] = await signedFor('kept');
    now = new Date(now.getTime() + 12 * HOUR_MS);
    const [laterFilm, laterPicture] = await signedFor('kept');
    expect(laterFilm).not.toBe(film);
    expect(laterFilm).toBe((await signedFor('made'))[0]);
    expect(laterPicture).toBe(picture);
  });
});
