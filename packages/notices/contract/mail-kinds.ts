import { counterNotice } from './case-kinds/counter-notice.ts';
import { type CaseKind, caseFormOf } from './case-kinds/index.ts';

/** A placeholder such as `{number}`. None contains words of a notice's sender. */
export interface MailPlace {
  words: string;
  /** In the preview. */
  example: string;
  /** Several lines, or an address: not in a subject. */
  isBlock?: true;
}

export const MAIL_PLACES = {
  siteName: { words: "The site's name", example: 'Example Videos' },
  domain: { words: "The site's host name", example: 'videos.example' },
  contactEmail: { words: "The site's contact address", example: 'contact@videos.example' },
  number: { words: "The case's number", example: '00000000-1111-4222-8333-444444444444' },
  counterNumber: {
    words: 'The number of the counter-notice; empty in the email to the other side',
    example: '55555555-6666-4777-8888-999999999999',
  },
  received: { words: 'Day and time of receipt', example: '2026-11-02 10:30 UTC' },
  ground: { words: 'The reason, in English', example: 'Infringement of copyright' },
  opens: { words: 'When the restoration window opens', example: '2026-11-17 05:00 UTC' },
  closes: { words: 'When the restoration window closes', example: '2026-11-23 05:00 UTC' },
  page: {
    words: "Link to the notice's private page",
    example: 'https://videos.example/report/status/made-up',
    isBlock: true,
  },
  confirmPage: {
    words: 'Link to confirm the email address',
    example: 'https://videos.example/report/confirm/made-up',
    isBlock: true,
  },
  notices: {
    words: 'The notices: time of receipt and confirmation link',
    example: '2026-11-02 10:30 UTC\n  https://videos.example/report/confirm/made-up',
    isBlock: true,
  },
  counterForm: {
    words: 'Link to the counter-notice form',
    example: 'https://videos.example/report/counter-notice',
    isBlock: true,
  },
  addresses: {
    words: 'Our videos that the notice names, one per line; empty if none',
    example: '  https://videos.example/video/made-up',
    isBlock: true,
  },
  missing: {
    words: 'The requested information, one item per line, and your message; empty if none',
    example: '- your signature (17 U.S.C. 512(c)(3)(A)(i))',
    isBlock: true,
  },
  videos: {
    words: "The source's videos: titles and addresses",
    example: 'A made-up film\nhttps://source.example/watch/1',
    isBlock: true,
  },
} as const satisfies Record<string, MailPlace>;
export type MailPlaceName = keyof typeof MAIL_PLACES;

/** In every mail. */
const ALWAYS = ['siteName', 'domain', 'contactEmail', 'number'] as const;

/** A mail to somebody outside. */
export interface CaseMailKind {
  label: string;
  to: 'The sender of the notice' | 'The sender of the counter-notice' | 'Both sides' | 'The source';
  when: string;
  /** In addition to those in every mail. */
  places: readonly MailPlaceName[];
  /** The mail makes no sense without them; the number is always required. */
  required?: readonly MailPlaceName[];
  /** Part of a notice, quoted below a custom text. */
  below?: string;
  /** The same for every kind of notice. */
  isCountered?: true;
  /** Only about notices that can take something down. */
  isOfTaking?: true;
  /** Only about notices of this kind. */
  only?: CaseKind;
}

const COUNTERED = { places: ['counterNumber', 'page'], isCountered: true } as const;
const TO_BOTH = { ...COUNTERED, to: 'Both sides' } as const;
const TO_COUNTERING = { ...COUNTERED, to: 'The sender of the counter-notice' } as const;
const ON_APPROVAL = {
  to: 'The sender of the notice',
  places: ['received', 'ground', 'page'],
  below: 'For copyright notices, the addresses: as written once confirmed, otherwise ours',
  isOfTaking: true,
} as const;

/** The server has a text for each. */
export const CASE_MAILS = {
  receipt: {
    label: 'Receipt',
    to: 'The sender of the notice',
    when: 'A notice arrives, or its sender asks for the link again.',
    places: ['received', 'confirmPage', 'page', 'addresses', 'missing'],
    required: ['confirmPage', 'page'],
  },
  receipts: {
    label: 'Daily receipts',
    to: 'The sender of the notice',
    when: 'More notices arrive from an email address than get individual receipts in a day.',
    places: ['notices'],
    required: ['notices'],
    isCountered: true,
  },
  copy: {
    label: 'Copy of the notice',
    to: 'The sender of the notice',
    when: 'The email address is confirmed.',
    places: ['received', 'page'],
    below: 'The notice',
  },
  question: {
    label: 'Information missing',
    to: 'The sender of the notice',
    when: 'An administrator requests missing information.',
    places: ['missing', 'page'],
    required: ['missing', 'page'],
  },
  approved: { ...ON_APPROVAL, label: 'Approved', when: 'An approval takes videos down.' },
  was_off: {
    ...ON_APPROVAL,
    label: 'Approved, already down',
    when: 'The videos were already down.',
  },
  no_video: {
    ...ON_APPROVAL,
    label: 'Approved, nothing found',
    when: 'The notice is justified, but names no video on the site.',
  },
  denied: {
    label: 'Denied',
    to: 'The sender of the notice',
    when: 'A notice was denied.',
    places: ['received', 'page'],
    below: 'For copyright notices, the addresses: as written once confirmed, otherwise ours',
  },
  answered: {
    label: 'Answered',
    to: 'The sender of the notice',
    when: 'A request about personal data is answered without a takedown.',
    places: ['received', 'ground', 'page'],
    only: 'privacy',
  },
  counter_notice: {
    label: 'Counter-notice',
    to: 'The sender of the notice',
    when: 'A counter-notice is forwarded (17 U.S.C. 512(g)(2)(B)).',
    places: ['counterNumber', 'opens', 'closes', 'page'],
    required: ['counterNumber', 'opens', 'closes'],
    below: 'The counter-notice',
    isCountered: true,
  },
  counter_forwarded: {
    label: 'Counter-notice forwarded',
    to: 'The sender of the counter-notice',
    when: 'It was forwarded to the other side.',
    places: ['counterNumber', 'opens', 'closes', 'page'],
    required: ['counterNumber', 'opens', 'closes'],
    isCountered: true,
  },
  counter_dismissed: {
    label: 'Counter-notice dismissed',
    to: 'The sender of the counter-notice',
    when: 'An administrator has dismissed it.',
    places: ['counterNumber', 'ground', 'page'],
    required: ['counterNumber'],
    isCountered: true,
  },
  counter_lapsed: {
    ...TO_COUNTERING,
    label: 'Counter-notice lapsed',
    when: 'The missing information did not arrive within 60 days.',
    required: ['counterNumber'],
  },
  counter_ended: {
    label: 'Forwarded counter-notice dismissed',
    to: 'The sender of the notice',
    when: 'An administrator dismisses a forwarded counter-notice. The window is that of another one, if one is pending.',
    places: ['counterNumber', 'ground', 'opens', 'closes', 'page'],
    required: ['counterNumber'],
    isCountered: true,
  },
  restored: { ...TO_BOTH, label: 'Restored', when: 'Everything is restored after a counter-notice.' },
  restored_partly: {
    ...TO_BOTH,
    label: 'Restored in part',
    when: 'Some videos are restored after a counter-notice; another notice keeps the rest down.',
  },
  settled: {
    ...TO_BOTH,
    label: 'Restored after a court action',
    when: 'The court action has ended, and everything is restored.',
  },
  settled_partly: {
    ...TO_BOTH,
    label: 'Restored in part after a court action',
    when: 'The court action has ended; another notice keeps some videos down.',
  },
  withdrawn: {
    ...TO_COUNTERING,
    label: 'Notice withdrawn',
    when: 'The notice was withdrawn, and everything is restored.',
  },
  withdrawn_partly: {
    ...TO_COUNTERING,
    label: 'Notice withdrawn, in part',
    when: 'The notice was withdrawn; another one keeps some videos down.',
  },
  stays_off: {
    ...TO_BOTH,
    label: 'Ended, stays down',
    when: 'The notice has ended; another one keeps everything down.',
  },
  court_filed: { ...TO_COUNTERING, label: 'Court action', when: 'The other side has gone to court.' },
  court_settled: {
    ...TO_COUNTERING,
    label: 'Court action ended',
    when: 'The court action has ended, and everything stays down.',
  },
  source_taken_off: {
    label: 'Videos taken down',
    to: 'The source',
    when: 'An approval takes down videos of a source that has a contact and may be told of this kind of notice.',
    places: ['ground', 'counterForm', 'videos'],
    required: ['videos'],
    isOfTaking: true,
  },
  source_restored: {
    label: 'Videos restored',
    to: 'The source',
    when: 'These videos are restored.',
    places: ['videos'],
    required: ['videos'],
    isOfTaking: true,
  },
} as const satisfies Record<string, CaseMailKind>;
export type CaseMailName = keyof typeof CASE_MAILS;
export const CASE_MAIL_NAMES = Object.keys(CASE_MAILS) as [CaseMailName, ...CaseMailName[]];

export type MailValues = Readonly<Partial<Record<MailPlaceName, string>>>;

export interface MailText {
  subject: string;
  body: string;
}

export const LONGEST_MAIL_SUBJECT = 200;
export const LONGEST_MAIL_BODY = 10_000;

/** Whether a kind of notice, '' for all, can have its own text of this mail. */
export function hasMail(mail: CaseMailName, kind: string): boolean {
  const { isCountered, isOfTaking, only }: CaseMailKind = CASE_MAILS[mail];
  if (kind === '') return true;
  if (only) return kind === only;
  return !(isCountered || (isOfTaking && kind === counterNotice.kind));
}

function hasCounterNotice(kind: string): boolean {
  return caseFormOf(kind)?.receipt?.hasCounterNotice === true;
}

/** For a kind of notice, '' for all; the first four are those of every mail. */
export function placesOf(mail: CaseMailName, kind: string): MailPlaceName[] {
  const { places }: CaseMailKind = CASE_MAILS[mail];
  return [...ALWAYS, ...places].filter((place) => place !== 'counterForm' || hasCounterNotice(kind));
}

export function requiredPlacesOf(mail: CaseMailName): MailPlaceName[] {
  const { required = [] }: CaseMailKind = CASE_MAILS[mail];
  return ['number', ...required];
}

/** Shared by page and server. */
export function mailTextProblems(
  mail: CaseMailName,
  kind: string,
  text: MailText,
): Partial<Record<keyof MailText, string>> {
  const known = placesOf(mail, kind);
  const inSubject = known.filter((place) => !isBlock(place));
  const subject = problemOf(text.subject, inSubject);
  const missing = requiredPlacesOf(mail).filter((place) => !text.body.includes(`{${place}}`));
  const body =
    problemOf(text.body, known) ??
    (missing.length > 0
      ? `The text must contain ${missing.map((place) => `{${place}}`).join(', ')}.`
      : undefined);
  return { ...(subject && { subject }), ...(body && { body }) };
}

function isBlock(place: MailPlaceName): boolean {
  return (MAIL_PLACES[place] as MailPlace).isBlock === true;
}

function problemOf(text: string, known: readonly MailPlaceName[]): string | undefined {
  if (text.trim() === '') return 'Required';
  const rest = text.replace(PLACE, (place, name) => (known.includes(name) ? '' : place));
  const [unknown] = rest.match(PLACE) ?? [];
  if (unknown) return `${unknown} is not available here. Use ${known.map((name) => `{${name}}`).join(', ')}.`;
  return /[{}]/.test(rest) ? 'Braces may only enclose a placeholder, such as {number}.' : undefined;
}

const PLACE = /\{(\w+)\}/g;

/** In one pass, so that values are never read as placeholders. */
export function fillMail(
  { subject, body }: MailText,
  values: Readonly<Record<string, string | undefined>>,
): MailText {
  const fill = (text: string) => text.replace(PLACE, (_, name: string) => values[name] ?? '');
  return { subject: fill(subject), body: fill(body) };
}

/** For the preview. */
export function exampleValues(mail: CaseMailName, kind: string): MailValues {
  return Object.fromEntries(placesOf(mail, kind).map((place) => [place, MAIL_PLACES[place].example]));
}
