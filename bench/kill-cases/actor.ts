import { setTimeout as sleep } from 'node:timers/promises';
import {
  CASE_KIND_FORMS,
  CallError,
  type CaseKindForm,
  type Client,
  createClient,
  fetchTransport,
} from '@vesper/contract';
import type pg from 'pg';
import type { CaseLinks } from '../../packages/server/src/desk/cases/case-links.ts';
import type { Base } from '../../packages/server/src/main/compose.ts';
import type { Act, Plan } from './plans.ts';

/** A site that may be dead at any moment. */
export interface Stage {
  url: string;
  base: Base;
  links: CaseLinks;
  /** Of an administrator. */
  cookie: string;
  connection: pg.PoolConfig;
}

/** A case as it was played: what must be found in the end. */
export interface Played {
  number: number;
  plan: Plan;
  videoId: string;
  caseId: string;
  /** Of its counter-notice. */
  answerId?: string;
}

/** Sends a notice about a video, and does what its plan says. Every call is made until it is answered. */
export async function play(stage: Stage, played: Omit<Played, 'caseId'>): Promise<Played> {
  const { number, plan, videoId } = played;
  const caseId = await submit(stage, { number, kind: plan.kind, videoId });
  const done: Played = { ...played, caseId };
  for (const act of plan.acts)
    if (act === 'answer') done.answerId = await answer(stage, done);
    else await perform(stage, done, act);
  return done;
}

const clientOf = ({ url }: Stage, number: number): Client =>
  createClient(fetchTransport(url, { 'x-forwarded-for': `10.${number >> 8}.${number & 255}.7` }));

/** Repeated, it is the first one again: same text, same network. */
async function submit(
  stage: Stage,
  { number, kind, videoId, more = {} }: { number: number; kind: string; videoId: string; more?: object },
): Promise<string> {
  const form = CASE_KIND_FORMS.find((one) => one.kind === kind) as CaseKindForm;
  const { takedowns, reports } = clientOf(stage, number);
  const fields = { ...filled(form, { number, address: `${stage.url}/video/${videoId}` }), ...more };
  return insist(async () =>
    kind === 'copyright'
      ? (await takedowns.submit(fields)).requestId
      : (await reports.submit({ ...fields, slug: form.slug })).id,
  );
}

function filled(form: CaseKindForm, { number, address }: { number: number; address: string }) {
  const byType = {
    ...{ line: `Sender ${number}`, text: `What ${number} says`, email: `sender${number}@mail.example` },
    ...{ url: address, addresses: address, tick: true },
  };
  return Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, { type, choices = {} }]) => {
      if (name === 'caseNumber') return [];
      return [[name, type === 'choice' ? Object.keys(choices).at(-1) : byType[type]]];
    }),
  );
}

/** A counter-notice of somebody else, confirmed. */
async function answer(stage: Stage, { number, plan, videoId, caseId }: Played): Promise<string> {
  const id = await submit(stage, {
    number: number + 1000,
    kind: 'counter_notice',
    videoId,
    more: { caseNumber: caseId },
  });
  await perform(stage, { caseId: id, plan }, 'confirm');
  return id;
}

async function perform(
  { links, base, cookie, url }: Stage,
  { caseId: id, plan }: Pick<Played, 'caseId' | 'plan'>,
  act: Exclude<Act, 'answer'>,
): Promise<void> {
  // Once it is confirmed, the first link changes nothing.
  const own = plan.acts.includes('confirm') ? links.confirm(id) : links.status(id);
  const visitor = createClient(fetchTransport(url));
  const admin = createClient(fetchTransport(url, { cookie, origin: url }));
  const acts: Record<Exclude<Act, 'answer'>, () => Promise<unknown>> = {
    confirm: () => visitor.reports.confirm({ token: links.confirm(id) }),
    withdraw: () => visitor.reports.withdraw({ token: own, isSure: true }),
    approve: () => admin.casework.decide({ id, status: 'approved', note: 'Looked at.' }),
    deny: () => admin.casework.decide({ id, status: 'denied' }),
    restore: () => admin.casework.restore({ id, reason: 'It was a mistake.' }),
    sue: () =>
      admin.cases.court({
        id,
        reason: 'They told us.',
        court: 'A court',
        number: '1',
        filedOn: '2026-11-20',
      }),
    'run out: restore': () => runOut(base, id, 'restore'),
    'run out: counter_term': () => runOut(base, id, 'counter_term'),
    'run out: complaint_term': () => runOut(base, id, 'complaint_term'),
  };
  await insist(acts[act]);
}

/** As if its time had passed. */
async function runOut({ pool }: Base, id: string, name: string): Promise<void> {
  await pool.query(
    `update case_clocks set due_at = now() - interval '1 second', alarm_at = null where case_id = $1 and name = $2 and ended_at is null`,
    [id, name],
  );
}

const PAUSE_MS = 150;
/** Longer than all the killing takes. */
const LONGEST_MS = 60 * 60_000;

/** Tries until there is an answer. What an attempt without an answer has done already is a conflict for the next. */
async function insist<T>(act: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LONGEST_MS;
  let hasTried = false;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const isRefusal = error instanceof CallError && error.status < 500 && error.status !== 429;
      if (isRefusal && error.code === 'conflict' && hasTried) return undefined as T;
      if (isRefusal || Date.now() > deadline) throw error;
      hasTried = true;
      await sleep(PAUSE_MS);
    }
  }
}
