import { chooseRendition, mayHavePicture } from './choose-rendition.ts';
import { type Representation, trackOf } from './dash-segments.ts';
import { countOf } from './hls-lines.ts';
import {
  brokenPlaylistError,
  liveError,
  protectedError,
  requireBounds,
  type StreamPart,
  segmentAddress,
} from './stream-plan.ts';
import { childrenOf, readXmlTree, type XmlElement } from './xml-tree.ts';

interface Period {
  element: XmlElement;
  seconds: number | undefined;
}

/**
 * One part per period of a DASH manifest (ISO/IEC 23009-1). Throws SourceError for live, protected or oversized
 * streams. No library: mpd-parser 1.4 expands all segments before any bound, so one line exhausts memory.
 */
export function readManifest(text: string, url: string, mostHeight: number): StreamPart[] {
  const mpd = readXmlTree(text);
  if (mpd.name !== 'MPD') throw brokenPlaylistError('The manifest is not an MPD.');
  if (mpd.attributes.type === 'dynamic') throw liveError();
  const parts: StreamPart[] = [];
  for (const period of periodsOf(mpd)) {
    parts.push(partOf(mpd, period, { url, mostHeight }));
    // A few lines can stand for any number of segments.
    requireBounds(parts);
  }
  return parts;
}

function periodsOf(mpd: XmlElement): Period[] {
  const elements = childrenOf(mpd, 'Period');
  if (elements.some(({ attributes }) => attributes['xlink:href'] !== undefined))
    throw brokenPlaylistError('The manifest has periods in other files, which are not fetched.');
  const total = secondsOf(mpd.attributes.mediaPresentationDuration);
  let start = 0;
  return elements.map((element, i) => {
    start = secondsOf(element.attributes.start) ?? start;
    const next = secondsOf(elements[i + 1]?.attributes.start);
    const end = next ?? (i === elements.length - 1 ? total : undefined);
    const seconds = secondsOf(element.attributes.duration) ?? (end === undefined ? undefined : end - start);
    start += seconds ?? 0;
    return { element, seconds };
  });
}

function partOf(
  mpd: XmlElement,
  { element, seconds }: Period,
  { url, mostHeight }: { url: string; mostHeight: number },
): StreamPart {
  const all = representationsOf(mpd, element, url);
  const pictures = all.filter(({ kind }) => kind === 'picture');
  const picture = chooseRendition(openOnes(pictures), mostHeight);
  if (!picture) throw brokenPlaylistError('The manifest has no usable rendition with a picture.');
  const sound = chooseSound(openOnes(all.filter(({ kind }) => kind === 'sound')));
  return { picture: trackOf(picture, seconds), sound: sound && trackOf(sound, seconds) };
}

/** Throws SourceError if all are protected. */
function openOnes(representations: readonly Representation[]): Representation[] {
  const open = representations.filter(({ scheme }) => scheme === undefined);
  const [first] = representations;
  if (open.length === 0 && first?.scheme !== undefined) throw protectedError(first.scheme);
  return open;
}

/** From the first, main set: AAC, which needs no encoding, with the highest bandwidth. */
function chooseSound(sounds: readonly Representation[]): Representation | undefined {
  const isAac = ({ codecs }: Representation) => Number(/\bmp4a\b/.test(codecs));
  return sounds
    .filter(({ set }) => set === sounds[0]?.set)
    .toSorted((one, other) => isAac(other) - isAac(one) || other.bandwidth - one.bandwidth)[0];
}

/** "PT1H2M3.5S" (XML Schema, section 3.2.6), without years and months. */
export function secondsOf(text: string | undefined): number | undefined {
  const match = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10}(?:\.\d{1,20})?)S)?)?$/.exec(
    text?.trim() ?? '',
  );
  if (!match) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

const MOST_REPRESENTATIONS = 1_000;

/** Skips subtitles, thumbnails and trick-play sets. */
export function representationsOf(mpd: XmlElement, period: XmlElement, url: string): Representation[] {
  const sets = childrenOf(period, 'AdaptationSet');
  const count = sets.reduce((sum, set) => sum + childrenOf(set, 'Representation').length, 0);
  if (count > MOST_REPRESENTATIONS)
    throw brokenPlaylistError(`The manifest has more than ${MOST_REPRESENTATIONS} renditions.`);
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

/** Section 5.6.5: each level's first BaseURL is relative to the level above. */
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

/** Prefers a named system to the scheme that says only "encrypted". */
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
