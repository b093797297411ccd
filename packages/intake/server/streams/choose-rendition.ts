export interface Rendition {
  width: number | undefined;
  height: number | undefined;
  /** Bits a second; 0 if unknown. */
  bandwidth: number;
  /** RFC 6381: "avc1.64001f,mp4a.40.2"; empty if unknown. */
  codecs: string;
}

const PICTURE = /\b(?:avc[13]|hvc1|hev1|vp0?[89]|av01|mp4v|dvh[1e]|dva[v1]|theora)\b/i;
/** Browsers play these; others need encoding. */
const PLAYABLE = /\b(?:avc[13]|vp0?9|av01)\b/i;
/** Dolby Vision looks wrong without its own decoder. */
const UNSUITED = /\b(?:dvh[1e]|dva[v1])\b/i;

/** Unnamed codecs may. */
export function mayHavePicture({ codecs }: Pick<Rendition, 'codecs'>): boolean {
  return codecs === '' || PICTURE.test(codecs);
}

/** The best of at most `mostHeight` (shorter side), else the smallest. Of equals, one that needs no encoding. */
export function chooseRendition<T extends Rendition>(
  renditions: readonly T[],
  mostHeight: number,
): T | undefined {
  const shown = renditions.filter((one) => mayHavePicture(one) && !UNSUITED.test(one.codecs));
  const fitting = shown.filter((one) => sideOf(one) <= mostHeight);
  const smallest = Math.min(...shown.map(sideOf));
  const candidates = fitting.length > 0 ? fitting : shown.filter((one) => sideOf(one) === smallest);
  return candidates.toSorted(bestFirst)[0];
}

function bestFirst(one: Rendition, other: Rendition): number {
  return (
    sideOf(other) - sideOf(one) ||
    Number(isPlayable(other)) - Number(isPlayable(one)) ||
    other.bandwidth - one.bandwidth
  );
}

function isPlayable({ codecs }: Rendition): boolean {
  return codecs === '' || PLAYABLE.test(codecs);
}

function sideOf({ width, height }: Rendition): number {
  return width && height ? Math.min(width, height) : (height ?? 0);
}
