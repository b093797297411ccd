import { type Call, recordedOf } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { nameOfCall } from '@vesper/core/http/call-names.ts';
import type { ActOutcome, RecordAct } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { networkOf } from '@vesper/core/lib/outbound/network-address.ts';
import { advanceAnchor } from './anchor.ts';
import { type Entry, hashOf } from './chain.ts';
import { insertEntry, lockHead, wasDone } from './queries.ts';
import { bounded, boundedText, withoutSealed, withoutSecrets } from './secrets.ts';

export interface AuditSettings {
  db: Db;
  clock: Clock;
  log: Log;
  anchorFile: string;
}

/** An administrator, or a named program of the operator. */
export interface AuditActor {
  name: string;
  id?: string | undefined;
  sessionId?: string | undefined;
  tokenId?: string | undefined;
  network?: string | undefined;
}

export interface BegunAct {
  action: string;
  actor: AuditActor;
  subject?: string | undefined;
  input?: unknown;
}

/** Something that happens at once, such as a login. */
export interface AuditEvent {
  action: string;
  username: string;
  actorId?: string;
  visitor?: { address: string; userAgent: string };
  outcome: 'done' | 'refused';
  reason?: string;
  subject?: string;
  before?: unknown;
  after?: unknown;
}

export type Conclude = (outcome: ActOutcome) => Promise<void>;

const HOUR_MS = 3600 * 1000;
const NOT_WRITABLE =
  'The audit log cannot be written at the moment, so nothing was changed. Please try again in a moment.';

export function recordActs(settings: AuditSettings): RecordAct {
  return async ({ actor, call, input, visitor }) => {
    const act = {
      action: nameOfCall(call),
      actor: {
        name: actor.username,
        id: actor.administratorId,
        sessionId: actor.sessionId,
        tokenId: actor.tokenId,
        network: networkOf(visitor.address),
      },
      subject: subjectOf(call, input),
      input: withoutSealed(call, input),
    };
    if (recordedOf(call) === 'hourly' && (await isRecorded(settings, act))) return async () => {};
    return beginAct(settings, act);
  };
}

function isRecorded({ db, clock }: AuditSettings, { action, actor }: BegunAct): Promise<boolean> {
  const { name, sessionId = null, tokenId = null } = actor;
  const since = new Date(clock.now().getTime() - HOUR_MS);
  return wasDone(db, { action, administrator: boundedText(name), sessionId, tokenId, since });
}

/** Throws unavailable if the start cannot be recorded. The returned function never throws: the act has happened. */
export async function beginAct(settings: AuditSettings, act: BegunAct): Promise<Conclude> {
  const begun = factsOf(act);
  const { seq } = await append(settings, { ...begun, phase: 'begun' });
  return async (outcome) => {
    const subject = outcome.subject ?? begun.subject;
    const ended = { ...begun, ...changesOf(act.action, outcome), subject: textOrNull(subject), input: null };
    await append(settings, { ...ended, phase: 'ended', act: seq }).catch((error: unknown) =>
      settings.log.error(
        { err: error, action: act.action },
        'Could not record the end of an act in the audit log.',
      ),
    );
  };
}

/** Records an event; throws unavailable if that fails. */
export async function recordEvent(settings: AuditSettings, event: AuditEvent): Promise<void> {
  await append(settings, rowOf(event));
}

/** Records an act of the site itself. Should be the last statement of `tx`: it locks the log's head. */
export async function recordSystemEvent(
  tx: Db,
  clock: Clock,
  event: Pick<AuditEvent, 'action' | 'subject' | 'after'>,
): Promise<void> {
  await chain(tx, rowOf({ ...event, username: 'system', outcome: 'done' }), clock.now());
}

function rowOf(event: AuditEvent): Facts & { phase: Entry['phase'] } {
  const { action, username, actorId, visitor, subject } = event;
  const network = visitor && networkOf(visitor.address);
  const facts = factsOf({ action, actor: { name: username, id: actorId, network }, subject });
  return { ...facts, ...changesOf(action, event), phase: 'ended' };
}

type Facts = Omit<Entry, 'seq' | 'act' | 'at' | 'phase'>;

function factsOf({ action, actor, subject, input }: BegunAct): Facts {
  return {
    action,
    outcome: null,
    reason: null,
    actor_id: actor.id ?? null,
    actor_name: boundedText(actor.name),
    session_id: actor.sessionId ?? null,
    token_id: actor.tokenId ?? null,
    network: textOrNull(actor.network),
    subject: textOrNull(subject),
    input: bounded(withoutSecrets(action, input)),
    before: null,
    after: null,
  };
}

function changesOf(action: string, { outcome, reason, before, after }: ActOutcome) {
  return {
    outcome,
    reason: textOrNull(reason),
    before: bounded(withoutSecrets(action, before)),
    after: bounded(withoutSecrets(action, after)),
  };
}

/** Without `act`, the row starts one. */
async function append(
  settings: AuditSettings,
  row: Facts & { phase: Entry['phase']; act?: number },
): Promise<{ seq: number; hash: Buffer }> {
  try {
    const head = await settings.db.transaction().execute((tx) => chain(tx, row, settings.clock.now()));
    await keepAnchor(settings, head);
    return head;
  } catch (error) {
    settings.log.error({ err: error, action: row.action }, 'The audit log could not be written.');
    throw new AppError('unavailable', NOT_WRITABLE);
  }
}

async function chain(tx: Db, row: Facts & { phase: Entry['phase']; act?: number }, now: Date) {
  const head = await lockHead(tx);
  const seq = head.seq + 1;
  // Clocks differ between machines, but times in the log never go back.
  const entry: Entry = { ...row, seq, act: row.act ?? seq, at: now < head.at ? head.at : now };
  const hash = hashOf(entry, head.hash);
  await insertEntry(tx, { ...entry, prev_hash: head.hash, hash });
  return { seq, hash };
}

/** Does not throw: a full disk is no reason to refuse an act that the log already has. */
async function keepAnchor({ db, log, anchorFile }: AuditSettings, head: { seq: number; hash: Buffer }) {
  try {
    if (await advanceAnchor(db, anchorFile, head)) return;
    log.error('The audit log does not match its anchor. Please run "script/vesper audit verify".');
  } catch (error) {
    log.error({ err: error }, 'The anchor of the audit log could not be written.');
  }
}

function subjectOf(call: Call, input: Record<string, unknown>): string | undefined {
  const parameters = Object.keys(call.params?.shape ?? {}).map((name) => String(input[name]));
  return parameters.length > 0 ? parameters.join('/') : undefined;
}

function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === null ? null : boundedText(text);
}
