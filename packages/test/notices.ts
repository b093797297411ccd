import { createClient, fetchTransport } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import type { TestSite } from './site.ts';

let networks = 0;

/** A notice with all fields that the law requires. */
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

/** Sends a notice from a new network; the site must trust this machine as a proxy. Its id. */
export async function fileNotice(site: TestSite, fields: Record<string, unknown> = {}): Promise<string> {
  networks += 1;
  const from = { 'x-forwarded-for': `10.${100 + (networks >> 8)}.${networks & 255}.7` };
  const { takedowns } = createClient(fetchTransport(site.url, from));
  return (await takedowns.submit(completeNotice(fields))).requestId;
}

/** About a video of the site, each about another work, so that none counts as a duplicate. */
export function fileNoticeAbout(site: TestSite, videoId: string): Promise<string> {
  networks += 1;
  return fileNotice(site, {
    infringingUrl: `${site.url}/video/${videoId}`,
    copyrightWork: `A film of a spinning test chart, edition ${networks}`,
  });
}

/** A copyright case by rows, without its texts. Its id. */
export async function makeNotice(
  db: Db,
  {
    id = crypto.randomUUID(),
    videoId = null,
    status = 'pending',
    by = null,
  }: {
    id?: string;
    videoId?: string | null;
    status?: 'pending' | 'approved' | 'denied';
    by?: string | null;
  } = {},
): Promise<string> {
  const decidedAt = status === 'pending' ? null : new Date();
  await sql`insert into cases (id, kind, state, received_at, decided_at, decided_by)
    values (${id}, 'copyright', ${status === 'pending' ? 'open' : status}, now(), ${decidedAt}, ${by})`.execute(
    db,
  );
  await sql`insert into case_targets (case_id, position, video_id, shape)
    values (${id}, 0, ${videoId}, ${videoId === null ? 'other' : 'page'})`.execute(db);
  return id;
}

export async function deleteCases(db: Db): Promise<void> {
  for (const table of [
    ...['dmca_requests', 'case_targets', 'case_papers', 'case_clocks', 'takedown_videos', 'source_strikes'],
    ...['case_proposals', 'blocked_addresses', 'blocked_contents', 'blocked_external_ids'],
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`delete from mail_outbox where case_id is not null`.execute(db);
  await sql`update cases set about_case_id = null where about_case_id is not null`.execute(db);
  await sql`delete from cases`.execute(db);
}
