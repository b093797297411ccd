import type { CaseDetails } from '@vesper/contract';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { formOf } from '../../cases/index.ts';
import type { LabelledText } from '../desk/open-texts.ts';

/** `address`: as written, empty once erased. */
export type NamedTarget = CaseDetails['targets'][number] & { address: string };

const OUTCOMES: Record<NonNullable<CaseDetails['outcome']>, string> = {
  taken_off: 'its videos were taken off the site',
  was_off: 'its videos were off the site already',
  no_video: 'it names no video of the site',
};

export function caseInWords(caseRow: CaseDetails, targets: readonly NamedTarget[]): string {
  const ground = caseRow.grounds.find(({ name }) => name === caseRow.ground);
  const facts: [string, string | null | undefined | false][] = [
    ['Number', caseRow.id],
    ['Kind', formOf(caseRow.kind).label],
    ['State', caseRow.state.replaceAll('_', ' ')],
    ['Sent to', caseRow.domain],
    ['Sender', caseRow.initials],
    ['Received', moment(caseRow.receivedAt)],
    ['Mailbox confirmed', moment(caseRow.confirmedAt)],
    ['Answers the case', caseRow.aboutCaseId],
    ['Hidden on', moment(caseRow.hiddenAt)],
    [
      'Decided',
      caseRow.decidedAt && `${moment(caseRow.decidedAt)} by ${caseRow.decidedBy ?? 'an administrator'}`,
    ],
    ['Outcome', caseRow.outcome && OUTCOMES[caseRow.outcome]],
    ['Ground', ground && [ground.words, ground.law].filter(Boolean).join(', ')],
    [
      'Restored',
      caseRow.restoredAt && `${moment(caseRow.restoredAt)} by ${caseRow.restoredBy ?? 'the site'}`,
    ],
    ['Closed', moment(caseRow.closedAt)],
    ['On legal hold since', moment(caseRow.heldAt)],
    ['Erased', moment(caseRow.erasedAt)],
  ];
  return [
    ...facts.filter(([, value]) => value).map(([name, value]) => `${`${name}:`.padEnd(21)}${value}`),
    ...section('What it names', targets.map(targetInWords)),
    ...section('Clocks', caseRow.clocks.map(clockInWords)),
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
