import { chooseRendition } from './choose-rendition.ts';
import { type Representation, representationsOf } from './dash-representations.ts';
import { trackOf } from './dash-segments.ts';
import {
  brokenPlaylistError,
  liveError,
  protectedError,
  requireBounds,
  type StreamPart,
} from './stream-plan.ts';
import { childrenOf, readXmlTree, type XmlElement } from './xml-tree.ts';

interface Period {
  element: XmlElement;
  /** Undefined where the manifest does not say it. */
  seconds: number | undefined;
}

/**
 * What to fetch of a DASH manifest (ISO/IEC 23009-1), a part for each period. Throws SourceError for a live or protected
 * stream, and for a list out of bounds. Not by a library: mpd-parser 1.4 writes out all segments before any bound, so
 * that one line of a manifest ends the process for lack of memory.
 */
export function readManifest(text: string, url: string, mostHeight: number): StreamPart[] {
  const mpd = readXmlTree(text);
  if (mpd.name !== 'MPD') throw brokenPlaylistError('The manifest is no MPD.');
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
  if (!picture)
    throw brokenPlaylistError('The manifest names no rendition with a picture that can be taken.');
  const sound = chooseSound(openOnes(all.filter(({ kind }) => kind === 'sound')));
  return { picture: trackOf(picture, seconds), sound: sound && trackOf(sound, seconds) };
}

/** Those that are not protected; throws SourceError if all are. */
function openOnes(representations: readonly Representation[]): Representation[] {
  const open = representations.filter(({ scheme }) => scheme === undefined);
  const [first] = representations;
  if (open.length === 0 && first?.scheme !== undefined) throw protectedError(first.scheme);
  return open;
}

/** The first set, which is the main one; of it AAC, which need not be encoded again, with the most bits. */
function chooseSound(sounds: readonly Representation[]): Representation | undefined {
  const isAac = ({ codecs }: Representation) => Number(/\bmp4a\b/.test(codecs));
  return sounds
    .filter(({ set }) => set === sounds[0]?.set)
    .toSorted((one, other) => isAac(other) - isAac(one) || other.bandwidth - one.bandwidth)[0];
}

/** "PT1H2M3.5S" (XML Schema, section 3.2.6) in seconds; undefined for anything else. Years and months are none. */
export function secondsOf(text: string | undefined): number | undefined {
  const match = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10}(?:\.\d{1,20})?)S)?)?$/.exec(
    text?.trim() ?? '',
  );
  if (!match) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
