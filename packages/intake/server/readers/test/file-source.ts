import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { afterAll, beforeEach } from 'vitest';
import { type FileAnswer, startFileSite } from '../../../../test/file-site.ts';
import type { SourceEntry, SourceItem } from '../source-item.ts';

/** A site of files, empty before each test, and a fetch that may reach it. */
export async function openFileSite() {
  const site = await startFileSite();
  const fetch = createSafeFetch({ allow: parseOutboundAllow(site.hostAndPort), userAgent: 'TestBot/1.0' });
  beforeEach(() => {
    site.files.clear();
    site.requests.length = 0;
    site.fallback = undefined;
  });
  afterAll(async () => {
    await fetch.close();
    await site.close();
  });
  return { site, fetch };
}

export const toAnswer = (answer: string | Buffer | FileAnswer): FileAnswer =>
  typeof answer === 'string' || Buffer.isBuffer(answer) ? { body: answer } : answer;

export async function entriesOf(source: AsyncIterable<SourceEntry>): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for await (const entry of source) entries.push(entry);
  return entries;
}

export async function collect(source: AsyncIterable<SourceEntry>) {
  const entries = await entriesOf(source);
  const problems = entries.filter((entry) => entry.type === 'problem');
  return {
    items: entries.filter((entry): entry is SourceItem => entry.type === 'item'),
    problems: problems.map(({ message }) => message),
    codes: problems.map(({ code }) => code),
    read: entries.filter(({ type }) => type === 'file_read'),
  };
}
