import type { Rendition } from './choose-rendition.ts';
import { countOf } from './hls-lines.ts';
import {
  type ByteRange,
  brokenPlaylistError,
  MOST_SEGMENTS,
  type Segment,
  segmentAddress,
  type Track,
  tooManySegmentsError,
} from './stream-plan.ts';
import { childrenOf, type XmlElement } from './xml-tree.ts';

const MAX_PATTERN_LENGTH = 8_000;
const MAX_ID_LENGTH = 200;

export interface Representation extends Rendition {
  kind: 'picture' | 'sound';
  id: string;
  /** Its adaptation set: others of the same set show the same. */
  set: number;
  baseUrl: string;
  /** Whether a BaseURL names it, not only the manifest's address. */
  hasOwnUrl: boolean;
  /** Undefined if unprotected. */
  scheme: string | undefined;
  /** Period, set, itself: each may describe segments; the last takes precedence. */
  levels: XmlElement[];
}

interface Moment {
  number: number;
  /** In timescale units. */
  time: number;
  seconds: number;
}

/** A representation's segments (ISO/IEC 23009-1, section 5.3.9). Expands templates only within the bounds. */
export function trackOf(representation: Representation, periodSeconds: number | undefined): Track {
  const template = elementOf(representation, 'SegmentTemplate');
  if (template) return trackOfTemplate(representation, template, periodSeconds);
  const list = elementOf(representation, 'SegmentList');
  if (list) return trackOfList(representation, list, periodSeconds);
  if (!representation.hasOwnUrl) throw brokenPlaylistError('The manifest has no segments.');
  return { init: undefined, segments: [segmentAt(representation.baseUrl, periodSeconds ?? 0)] };
}

/** The nearest description, completed with attributes from further out. */
function elementOf({ levels }: Representation, name: string): XmlElement | undefined {
  const found = levels.flatMap((level) => childrenOf(level, name).slice(0, 1));
  if (found.length === 0) return undefined;
  const attributes = Object.assign(Object.create(null), ...found.map((one) => one.attributes));
  const children = found.findLast((one) => one.children.size > 0)?.children ?? new Map();
  return { name, attributes, children, text: '' };
}

function trackOfTemplate(
  representation: Representation,
  template: XmlElement,
  periodSeconds: number | undefined,
): Track {
  const { media, initialization } = template.attributes;
  if (!media) throw brokenPlaylistError('The manifest has a template without addresses.');
  const addressAt = (pattern: string, moment?: Moment) =>
    segmentAddress(fill(pattern, representation, moment), representation.baseUrl);
  const init =
    initialization === undefined ? initOf(representation, template) : segmentAt(addressAt(initialization), 0);
  const moments = momentsOf(template, periodSeconds);
  return { init, segments: moments.map((moment) => segmentAt(addressAt(media, moment), moment.seconds)) };
}

function trackOfList(
  representation: Representation,
  list: XmlElement,
  periodSeconds: number | undefined,
): Track {
  const urls = childrenOf(list, 'SegmentURL');
  if (urls.length > MOST_SEGMENTS) throw tooManySegmentsError();
  const seconds = (periodSeconds ?? 0) / Math.max(1, urls.length);
  const segments = urls.map(({ attributes: { media, mediaRange } }) => {
    const url = media === undefined ? representation.baseUrl : segmentAddress(media, representation.baseUrl);
    return { ...segmentAt(url, seconds), range: rangeOf(mediaRange) };
  });
  return { init: initOf(representation, list), segments };
}

function initOf({ baseUrl }: Representation, element: XmlElement): Segment | undefined {
  const [init] = childrenOf(element, 'Initialization');
  if (!init) return undefined;
  const { sourceURL, range } = init.attributes;
  const url = sourceURL === undefined ? baseUrl : segmentAddress(sourceURL, baseUrl);
  return { ...segmentAt(url, 0), range: rangeOf(range) };
}

function momentsOf(template: XmlElement, periodSeconds: number | undefined): Moment[] {
  const { timescale, duration, startNumber } = template.attributes;
  const scale = countOf(timescale) || 1;
  const first = countOf(startNumber) ?? 1;
  const [timeline] = childrenOf(template, 'SegmentTimeline');
  const end = periodSeconds === undefined ? undefined : periodSeconds * scale;
  const spans = timeline ? timelineSpans(childrenOf(timeline, 'S'), end) : evenSpans(countOf(duration), end);
  const moments: Moment[] = [];
  for (const { time, length } of spans) {
    if (moments.length === MOST_SEGMENTS) throw tooManySegmentsError();
    moments.push({ number: first + moments.length, time, seconds: length / scale });
  }
  return moments;
}

interface Span {
  time: number;
  length: number;
}

function* evenSpans(length: number | undefined, end: number | undefined): Generator<Span, void, undefined> {
  if (!length || end === undefined)
    throw brokenPlaylistError('The manifest does not say how many segments there are.');
  // Rounding: a period a hair longer has no further segment.
  for (let time = 0; time < end - length / 1000; time += length) yield { time, length };
}

/** Section 5.3.9.6: repeated `r` more times or, if negative, until the next begins or the period ends. */
function* timelineSpans(
  elements: readonly XmlElement[],
  end: number | undefined,
): Generator<Span, void, undefined> {
  let time = 0;
  for (const [i, { attributes }] of elements.entries()) {
    const length = countOf(attributes.d);
    if (!length) throw brokenPlaylistError('The manifest has a segment without a length.');
    const began = countOf(attributes.t) ?? time;
    time = began;
    const stop =
      countOf(elements[i + 1]?.attributes.t) ??
      (end === undefined ? undefined : (countOf(elements[0]?.attributes.t) ?? 0) + end);
    const isOpen = attributes.r?.trim().startsWith('-') ?? false;
    if (isOpen && stop === undefined)
      throw brokenPlaylistError('The manifest does not say how many segments there are.');
    const times = isOpen ? Math.ceil(((stop ?? 0) - began) / length) : (countOf(attributes.r) ?? 0) + 1;
    for (let n = 0; n < times; n += 1) {
      yield { time, length };
      time += length;
    }
  }
}

/** Section 5.3.9.4.4: "$Number%05d$". Bounded: a pattern may repeat a long id many times. */
function fill(pattern: string, { id, bandwidth }: Representation, moment?: Moment): string {
  if (pattern.length > MAX_PATTERN_LENGTH || id.length > MAX_ID_LENGTH)
    throw brokenPlaylistError('The manifest has a template that is too long.');
  const values: Record<string, string | number | undefined> = {
    RepresentationID: id,
    Bandwidth: bandwidth,
    Number: moment?.number,
    Time: moment?.time,
  };
  return pattern.replace(/\$(\w{0,20})(?:%0(\d{1,2})d)?\$/g, (whole, name: string, width?: string) => {
    if (name === '') return '$';
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : String(value).padStart(Math.min(Number(width ?? 0), 20), '0');
  });
}

function segmentAt(url: string, durationSeconds: number): Segment {
  return { url, range: undefined, key: undefined, durationSeconds };
}

/** "828-26768", inclusive. */
function rangeOf(text: string | undefined): ByteRange | undefined {
  if (text === undefined) return undefined;
  const [first, last] = text.split('-').map((part) => countOf(part));
  if (first === undefined || last === undefined || last < first)
    throw brokenPlaylistError('The manifest has a byte range that cannot be read.');
  return { offset: first, length: last - first + 1 };
}
