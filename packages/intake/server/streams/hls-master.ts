import { chooseRendition, mayHavePicture, type Rendition } from './choose-rendition.ts';
import { attributesOf, countOf, hlsLines, resolutionOf } from './hls-lines.ts';
import { brokenPlaylistError, segmentAddress } from './stream-plan.ts';

export interface HlsChoice {
  pictureUrl: string;
  /** If separate from the picture. */
  soundUrl: string | undefined;
}

interface Variant extends Rendition {
  address: string;
  soundGroup: string | undefined;
}

interface Sound {
  group: string;
  /** Undefined if the variant itself has the sound. */
  address: string | undefined;
  isDefault: boolean;
}

/** More than real playlists have. */
const MOST_RENDITIONS = 1_000;

/** RFC 8216, section 4.3.4: names renditions, not segments. */
export function isMaster(text: string): boolean {
  return /^[ \t]*#EXT-X-STREAM-INF:/m.test(text);
}

/** Skips I-frame playlists and subtitles. */
export function readMaster(text: string, url: string, mostHeight: number): HlsChoice {
  const { variants, sounds } = parseMaster(text);
  const chosen = chooseRendition(variants, mostHeight);
  if (!chosen) {
    const hasSoundOnly = variants.length > 0 && !variants.some(mayHavePicture);
    throw brokenPlaylistError(
      hasSoundOnly ? 'The stream has sound only.' : 'The playlist has no usable rendition.',
    );
  }
  const ofGroup = sounds.filter(({ group }) => group === chosen.soundGroup);
  const sound = ofGroup.find(({ isDefault }) => isDefault) ?? ofGroup[0];
  return {
    pictureUrl: segmentAddress(chosen.address, url),
    soundUrl: sound?.address === undefined ? undefined : segmentAddress(sound.address, url),
  };
}

function parseMaster(text: string): { variants: Variant[]; sounds: Sound[] } {
  const variants: Variant[] = [];
  const sounds: Sound[] = [];
  let described: Omit<Variant, 'address'> | undefined;
  for (const line of hlsLines(text)) {
    if (variants.length + sounds.length > MOST_RENDITIONS)
      throw brokenPlaylistError(`The playlist has more than ${MOST_RENDITIONS} renditions.`);
    if ('address' in line) {
      if (described) variants.push({ ...described, address: line.address });
      described = undefined;
    } else if (line.tag === 'EXT-X-STREAM-INF') described = describeVariant(line.value);
    else if (line.tag === 'EXT-X-MEDIA') sounds.push(...soundOf(line.value));
  }
  return { variants, sounds };
}

function describeVariant(value: string): Omit<Variant, 'address'> {
  const attributes = attributesOf(value);
  return {
    ...resolutionOf(attributes.get('RESOLUTION')),
    bandwidth: countOf(attributes.get('BANDWIDTH')) ?? 0,
    codecs: attributes.get('CODECS') ?? '',
    soundGroup: attributes.get('AUDIO'),
  };
}

function soundOf(value: string): Sound[] {
  const attributes = attributesOf(value);
  if (attributes.get('TYPE') !== 'AUDIO') return [];
  const isDefault = attributes.get('DEFAULT') === 'YES';
  return [{ group: attributes.get('GROUP-ID') ?? '', address: attributes.get('URI'), isDefault }];
}
