import {
  DMCA_LENGTHS,
  type DmcaFields,
  dmcaProblems,
  PAGE_PATTERNS,
  STATEMENTS_REQUIRED,
  withoutControls,
} from '@vesper/contract';
import { AppError } from '../../kernel/lib/app-error.ts';

/** A notice that has all the law asks for. Texts are trimmed, the optional ones empty where not given. */
export type Notice = Omit<DmcaFields, 'goodFaithStatement' | 'accuracyStatement'>;

/**
 * The notice in what was sent, without characters that turn the text beside them; throws bad_request with what is wrong
 * with each field.
 */
export function readNotice(input: Partial<Record<keyof DmcaFields, unknown>>): Notice {
  requireComplete(input);
  const texts = Object.keys(DMCA_LENGTHS).map((name) => {
    const text = String(input[name as keyof Notice] ?? '');
    return [name, trimmed(name === 'infringingUrl' ? text : withoutControls(text))];
  });
  const notice = Object.fromEntries(texts) as Notice;
  // A text of nothing but such characters is none.
  requireComplete({ ...input, ...notice });
  return notice;
}

function requireComplete(input: Partial<Record<keyof DmcaFields, unknown>>): void {
  const problems = dmcaProblems(input);
  const [first] = problems;
  if (first) throw new AppError('bad_request', sentence(...first), Object.fromEntries(problems));
}

function sentence(field: string, problem: string): string {
  return problem === STATEMENTS_REQUIRED ? problem : `${field}: ${problem}`;
}

/** Line ends as PostgreSQL, mail and people have them. */
function trimmed(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

const VIDEO_PATH = new RegExp(`^${PAGE_PATTERNS.video.replace(':id', '([\\w-]{1,100})')}/?$`);

/** Host and video id of an address that looks like a video page's, whoever's it is. */
export function videoPageOf(url: string): { hostname: string; videoId: string } | undefined {
  const { hostname, pathname } = new URL(url);
  const videoId = VIDEO_PATH.exec(pathname)?.[1];
  return videoId ? { hostname, videoId } : undefined;
}
