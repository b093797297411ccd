import type { FrameSize } from '@vesper/contract';
import { AppError } from '../../kernel/lib/app-error.ts';

export interface OembedRequest {
  /** The address of a page. */
  page: URL;
  /** Lower case; oEmbed knows `json` and `xml`. */
  format: string;
  most: Partial<FrameSize>;
}

const LONGEST_ADDRESS = 2000;

/** Reads a consumer's request (oEmbed 1.0, section 2.2). Throws bad_request. */
export function readRequest(query: Record<string, unknown>): OembedRequest {
  return {
    page: readPage(query.url),
    format: query.format === undefined ? 'json' : String(query.format).toLowerCase(),
    most: { ...readSide('width', query.maxwidth), ...readSide('height', query.maxheight) },
  };
}

function readPage(url: unknown): URL {
  const page =
    typeof url === 'string' && url.length <= LONGEST_ADDRESS && URL.canParse(url) ? new URL(url) : undefined;
  if (page && /^https?:$/.test(page.protocol)) return page;
  throw new AppError('bad_request', 'url must be the whole address of a video page, https:// included.');
}

function readSide(side: keyof FrameSize, value: unknown): Partial<FrameSize> {
  if (value === undefined) return {};
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value))
    throw new AppError('bad_request', `max${side} must be a whole number of pixels, from 1.`);
  return { [side]: Number(value) };
}
