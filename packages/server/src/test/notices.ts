import { createClient, fetchTransport } from '@vesper/contract';
import type { TestSite } from './site.ts';

let networks = 0;

/** A notice with everything that the law asks for. */
export function completeNotice(fields: Record<string, unknown> = {}) {
  return {
    complainantName: 'Ann Lee',
    complainantEmail: 'ann@films.example',
    complainantAddress: '1 Test Street\nTesttown',
    complainantPhone: '+1 555 0100',
    copyrightWork: 'A film of a spinning test chart',
    infringingUrl: 'https://elsewhere.example/watch',
    additionalInfo: 'Seen today',
    signature: 'Ann Lee',
    goodFaithStatement: true,
    accuracyStatement: true,
    ...fields,
  };
}

/** Sends a notice from a network of its own, for which the site must trust this machine as a proxy. Its id. */
export async function fileNotice(site: TestSite, fields: Record<string, unknown> = {}): Promise<string> {
  networks += 1;
  const from = { 'x-forwarded-for': `10.${100 + (networks >> 8)}.${networks & 255}.7` };
  const { takedowns } = createClient(fetchTransport(site.url, from));
  return (await takedowns.submit(completeNotice(fields))).requestId;
}

/** About a video of the site, each of another work, so that none is taken for a repetition. */
export function fileNoticeAbout(site: TestSite, videoId: string): Promise<string> {
  networks += 1;
  return fileNotice(site, {
    infringingUrl: `${site.url}/video/${videoId}`,
    copyrightWork: `A film of a spinning test chart, edition ${networks}`,
  });
}
