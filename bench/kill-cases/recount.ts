import type pg from 'pg';
import type { TakenMail } from '../../packages/server/src/test/mail-server.ts';
import type { Played } from './actor.ts';
import type { Outcome } from './plans.ts';

/** What stands of each case, from the rows themselves. */
const STANDING = `
  select c.id, c.state, c.closed_at is not null as "isClosed",
    array(select kind from mail_outbox where case_id = c.id order by kind) as mails,
    array(select action from audit_log where subject = c.id and action like 'cases.%' and phase = 'ended' and act = seq order by action)
      as events,
    (select count(*) from source_strikes where case_id = c.id)::int as strikes,
    (select count(*) from source_strikes where case_id = c.id and voided_at is null)::int as standing,
    (select count(*) from blocked_addresses where case_id = c.id)::int as addresses,
    (select count(*) from blocked_external_ids where case_id = c.id)::int as ids,
    (select count(*) from blocked_contents where case_id = c.id)::int as contents,
    (select count(*) from takedown_videos where case_id = c.id)::int as taken
  from cases c`;

interface Standing {
  id: string;
  state: string;
  isClosed: boolean;
  mails: string[];
  events: string[];
  strikes: number;
  standing: number;
  addresses: number;
  ids: number;
  contents: number;
  taken: number;
}

/** Mails that wait and clocks that have run out and not fired. */
export async function countOpen(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select (select count(*) from mail_outbox where status = 'waiting')::int
       + (select count(*) from case_clocks where ended_at is null and due_at <= now())::int as n`,
  );
  return rows[0]?.n ?? 0;
}

export interface Recount {
  cases: number;
  mails: number;
  restorations: number;
  strikes: number;
  blocks: number;
  /** Acts of the administrator during which the site died. */
  brokenOff: number;
  /** Deliveries beyond the first of a mail, which bear the same Message-ID. */
  repeated: number;
  faults: string[];
}

/** Compares what stands with what the played cases must have led to. */
export async function recount(
  pool: pg.Pool,
  played: readonly Played[],
  delivered: readonly TakenMail[],
): Promise<Recount> {
  const { rows } = await pool.query<Standing>(STANDING);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  const answers = played.flatMap(({ answerId }) => answerId ?? []);
  if (rows.length !== played.length + answers.length)
    faults.push(`${rows.length} cases, it should be ${played.length + answers.length}`);
  const { rows: videos } = await pool.query<{ id: string; status: string }>('select id, status from videos');
  const statuses = new Map(videos.map(({ id, status }) => [id, status]));
  for (const one of played) faults.push(...faultsOf(one, byId, statuses));
  const mails = await judgeMails(pool, delivered, faults);
  const sum = (of: (row: Standing) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    ...{ cases: rows.length, ...mails, faults, brokenOff: await countBrokenOff(pool) },
    restorations: sum(({ events }) => Number(events.includes('cases.restore'))),
    strikes: sum(({ strikes }) => strikes),
    blocks: sum(({ addresses, ids, contents }) => addresses + ids + contents),
  };
}

function faultsOf(
  { number, plan, videoId, caseId, answerId }: Played,
  byId: ReadonlyMap<string, Standing>,
  statuses: ReadonlyMap<string, string>,
): string[] {
  const { state, isClosed, isVideoPublic, strike, mails, events } = plan.outcome;
  const row = byId.get(caseId);
  const holds = Number(!isVideoPublic);
  const expected = {
    ...{ state, isClosed, mails: mails.toSorted(), events: events.toSorted() },
    ...{ strikes: Number(strike !== 'none'), standing: Number(strike === 'active') },
    // Of the page, and of the film at the source.
    ...{ addresses: 2 * holds, ids: holds, contents: holds, taken: takenBy(plan.outcome) },
    status: isVideoPublic ? 'published' : 'hidden',
  };
  const found = { ...row, status: statuses.get(videoId) };
  const faults = differences(expected, found);
  if (plan.answer) {
    const { mails: told, events: steps } = plan.answer;
    const whole = { state: 'approved', mails: told.toSorted(), events: steps.toSorted() };
    faults.push(...differences(whole, byId.get(answerId ?? '')));
  }
  return faults.map((fault) => `${number} (${plan.kind}: ${plan.acts.join(', ')}): ${fault}`);
}

/** What a case has ever taken off stays noted. */
function takenBy({ events }: Outcome): number {
  return Number(events.includes('cases.approve') || events.includes('cases.hide'));
}

function differences(expected: object, found: object | undefined): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const is = JSON.stringify(Reflect.get(found ?? {}, name));
    const should = JSON.stringify(value);
    return is === should ? [] : [`${name} is ${is}, it should be ${should}`];
  });
}

async function countBrokenOff(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from audit_log b where phase = 'begun'
       and not exists (select from audit_log e where e.act = b.seq and e.phase = 'ended')`,
  );
  return rows[0]?.n ?? 0;
}

/** Every mail of the outbox has arrived, and nothing else. */
async function judgeMails(
  pool: pg.Pool,
  delivered: readonly TakenMail[],
  faults: string[],
): Promise<{ mails: number; repeated: number }> {
  const { rows } = await pool.query<{ id: string; status: string; kind: string }>(
    'select id, status, kind from mail_outbox',
  );
  const arrived = Map.groupBy(delivered, ({ headers }) => headers.get('message-id')?.slice(1, 37) ?? '');
  for (const { id, status, kind } of rows) {
    if (status !== 'sent') faults.push(`the mail ${id} (${kind}) is ${status}`);
    if (!arrived.has(id)) faults.push(`the mail ${id} (${kind}) has not arrived`);
  }
  const known = new Set(rows.map(({ id }) => id));
  for (const id of arrived.keys()) if (!known.has(id)) faults.push(`a mail ${id} arrived that nobody put`);
  return { mails: rows.length, repeated: delivered.length - arrived.size };
}
