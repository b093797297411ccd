import type { CaseDetails } from '@vesper/contract';
import { formatMoment } from '../../../kernel/lib/format-moment.ts';
import { formOf } from '../../cases/index.ts';
import type { LabelledText } from '../open-texts.ts';

/** An address as it was written; empty once it is erased. */
export type NamedTarget = CaseDetails['targets'][number] & { address: string };

const OUTCOMES: Record<NonNullable<CaseDetails['outcome']>, string> = {
  taken_off: 'its videos were taken off the site',
  was_off: 'its videos were off the site already',
  no_video: 'it names no video of the site',
};

/** case.txt: a case in plain words. */
export function caseInWords(kase: CaseDetails, targets: readonly NamedTarget[]): string {
  const ground = kase.grounds.find(({ name }) => name === kase.ground);
  const facts: [string, string | null | undefined | false][] = [
    ['Number', kase.id],
    ['Kind', formOf(kase.kind).label],
    ['State', kase.state.replaceAll('_', ' ')],
    ['Sent to', kase.domain],
    ['Sender', kase.initials],
    ['Received', moment(kase.receivedAt)],
    ['Mailbox confirmed', moment(kase.confirmedAt)],
    ['Answers the case', kase.aboutCaseId],
    ['Hidden on', moment(kase.hiddenAt)],
    ['Decided', kase.decidedAt && `${moment(kase.decidedAt)} by ${kase.decidedBy ?? 'an administrator'}`],
    ['Outcome', kase.outcome && OUTCOMES[kase.outcome]],
    ['Ground', ground && [ground.words, ground.law].filter(Boolean).join(', ')],
    ['Restored', kase.restoredAt && `${moment(kase.restoredAt)} by ${kase.restoredBy ?? 'the site'}`],
    ['Closed', moment(kase.closedAt)],
    ['On legal hold since', moment(kase.heldAt)],
    ['Erased', moment(kase.erasedAt)],
  ];
  return [
    ...facts.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(21)}${value}`),
    ...section('What it names', targets.map(targetInWords)),
    ...section('Clocks', kase.clocks.map(clockInWords)),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
}

function targetInWords({ address, video, shape }: NamedTarget): string {
  const what = video ? `video ${video.id}, "${video.title}", now ${video.status}` : 'no video of the site';
  return `${address || '(erased)'} (${shape}: ${what})`;
}

function clockInWords({ name, startedAt, dueAt, endedAt, ending }: CaseDetails['clocks'][number]): string {
  const end = endedAt ? `, ${ending === 'fired' ? 'ran out' : 'stopped'} ${moment(endedAt)}` : '';
  return `${name.replaceAll('_', ' ')}: from ${moment(startedAt)} to ${moment(dueAt)}${end}`;
}

/** A paper for reading. */
export function paperInWords(
  { number, what, at, by }: { number: number; what: string; at: string; by: string | null },
  texts: readonly LabelledText[] | null,
): string {
  const head = [`Paper ${number}: ${what}`, `Written: ${formatMoment(at)}`, ...(by ? [`By: ${by}`] : []), ''];
  const body = texts?.flatMap(({ label, text }) => (label ? [`${label}:`, text, ''] : [text, '']));
  return [...head, ...(body ?? ['(erased)', ''])].join('\n');
}

function moment(at: string | null): string | null {
  return at && formatMoment(at);
}
