import { mayHavePicture, type Rendition } from './choose-rendition.ts';
import { countOf } from './hls-lines.ts';
import { segmentAddress } from './segment-address.ts';
import { brokenPlaylistError } from './stream-plan.ts';
import { childrenOf, type XmlElement } from './xml-tree.ts';

/** One encoding of a period's picture or sound. */
export interface Representation extends Rendition {
  kind: 'picture' | 'sound';
  id: string;
  /** Which adaptation set it is of: others of the same set show the same. */
  set: number;
  baseUrl: string;
  /** Whether a BaseURL names it, and not only the manifest's address. */
  hasOwnUrl: boolean;
  /** What protects it; undefined if nothing does. */
  scheme: string | undefined;
  /** From the period, its set and itself, the nearest last: each may describe its segments. */
  levels: XmlElement[];
}

const MOST_REPRESENTATIONS = 1_000;

/** What may be fetched of a period. Subtitles, thumbnails, and sets for fast winding are passed over. */
export function representationsOf(mpd: XmlElement, period: XmlElement, url: string): Representation[] {
  const sets = childrenOf(period, 'AdaptationSet');
  const count = sets.reduce((sum, set) => sum + childrenOf(set, 'Representation').length, 0);
  if (count > MOST_REPRESENTATIONS)
    throw brokenPlaylistError(`The manifest names more than ${MOST_REPRESENTATIONS} renditions.`);
  return sets.flatMap((set, i) =>
    isForWinding(set)
      ? []
      : childrenOf(set, 'Representation').flatMap((one) =>
          describe([mpd, period, set, one], { url, set: i }),
        ),
  );
}

function describe(
  levels: [mpd: XmlElement, period: XmlElement, set: XmlElement, own: XmlElement],
  { url, set }: { url: string; set: number },
): Representation[] {
  const [, , ofSet, own] = levels;
  const said = (name: string) => own.attributes[name] ?? ofSet.attributes[name];
  const codecs = said('codecs') ?? '';
  const kind = kindOf(`${said('mimeType') ?? ''} ${said('contentType') ?? ''}`, codecs);
  if (!kind) return [];
  return [
    {
      ...{ kind, set, codecs, levels: levels.slice(1) },
      id: own.attributes.id ?? '',
      bandwidth: countOf(own.attributes.bandwidth) ?? 0,
      width: countOf(said('width')),
      height: countOf(said('height')),
      scheme: schemeOf([ofSet, own].flatMap(protectionsOf)),
      ...baseOf(levels, url),
    },
  ];
}

function kindOf(said: string, codecs: string): Representation['kind'] | undefined {
  if (/\bvideo\b/.test(said)) return 'picture';
  if (/\baudio\b/.test(said)) return 'sound';
  const isUnsaid = said.trim() === '' && codecs !== '' && mayHavePicture({ codecs });
  return isUnsaid ? 'picture' : undefined;
}

/** Section 5.6.5: each level's first BaseURL is relative to that of the level above. */
function baseOf(levels: readonly XmlElement[], url: string): { baseUrl: string; hasOwnUrl: boolean } {
  const named = levels.flatMap((level) => childrenOf(level, 'BaseURL').slice(0, 1));
  const baseUrl = named.reduce((base, { text }) => segmentAddress(text, base), url);
  return { baseUrl, hasOwnUrl: named.length > 0 };
}

/** Real ones name a handful of systems. */
function protectionsOf(level: XmlElement): XmlElement[] {
  return childrenOf(level, 'ContentProtection').slice(0, 20);
}

const SYSTEMS: Record<string, string> = {
  'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed': 'Widevine',
  '9a04f079-9840-4286-ab92-e65be0885f95': 'PlayReady',
  '94ce86fb-07ff-4f43-adb8-93d2fa968ca2': 'FairPlay',
};

/** A system with a name rather than the scheme that says only "encrypted". */
function schemeOf(protections: readonly XmlElement[]): string | undefined {
  const names = protections.map(({ attributes: { schemeIdUri = '', value } }) => {
    const system = SYSTEMS[schemeIdUri.toLowerCase().replace(/^urn:uuid:/, '')];
    return { system, name: system ?? value ?? 'encrypted' };
  });
  return (names.find(({ system }) => system) ?? names[0])?.name;
}

function isForWinding(set: XmlElement): boolean {
  const essential = childrenOf(set, 'EssentialProperty');
  return essential.some(({ attributes }) => /trickmode/.test(attributes.schemeIdUri ?? ''));
}
