import type { CaseMailName, MailText } from '@vesper/contract';
import { decisionText } from './decision-texts.ts';

/** Whether a placeholder has a value; `attached` is the sender's text. */
type Has = (place: string) => boolean;
type BuiltIn = (kind: string, has: Has) => MailText;
type Text = string | ((has: Has) => string);

/** `kind`: '' for all. Leaves out placeholders without a value. */
export function builtInText(name: CaseMailName, kind: string, has: Has): MailText {
  return BUILT_IN[name](kind, has);
}

const BACK = 'What it took off is on our site again, because ';
const COUNTERED = 'a counter-notice was sent and no court action recorded';
const SETTLED = 'the court action has ended';
const WITHDRAWN = 'the notice was withdrawn';
const EXCEPT = ' Some of it stays off because of another notice.';

const TAKEN = `We have taken the videos below off our site {ground}. They are not taken in again.

Number: {number}`;

const MAY_ANSWER = `

If you think that this is a mistake, or that the material was misidentified, you may send us a counter-notice
(17 U.S.C. 512(g)(3)) with this number. We forward it to the person who complained, and the material comes back after
10 to 14 business days, unless we are told of a court action before:

{counterForm}`;

const BUILT_IN: Record<CaseMailName, BuiltIn> = {
  receipt,
  receipts: () => ({
    subject: 'Please confirm your other notices',
    body: `{siteName} ({domain}) has received more notices from this mailbox than we send receipts for in a day. These are not
confirmed yet; the first has the number {number}:

{notices}

Please confirm those that you have sent: open their addresses and press the button there. Confirmed notices are seen first.

If you have not sent them, somebody else has used your address. You need not do anything; do not open the links. You
may tell us by answering this mail, or write to {contactEmail}.
`,
  }),
  copy: (_kind, has) => ({
    subject: 'A copy of your notice {number}',
    body: `You have confirmed your notice at {siteName} ({domain}). This is a copy of it for your files.

Number:   {number}
Received: {received}
Its page: {page}
${has('attached') ? '\n{attached}\n' : ''}`,
  }),
  question: aboutNotice(
    'Your notice {number}: something is missing',
    `Your notice {number} lacks something that the law asks for. It waits until you have sent it. Please send us:

{missing}

Please add it on the page of the notice:`,
  ),
  approved: decision('approved'),
  was_off: decision('was_off'),
  no_video: decision('no_video'),
  denied: decision('denied'),
  answered: decision('answered'),
  counter_notice: aboutNotice(
    'Counter-notice to your DMCA takedown request {number}',
    (
      has,
    ) => `Somebody has answered your notice {number} with a counter-notification (17 U.S.C. 512(g)(3)). We will restore the
material between {opens} and {closes}, unless we first receive notice from you that you have filed
an action seeking a court order to restrain the sender from engaging in infringing activity relating to it
(17 U.S.C. 512(g)(2)(C)). If you have, please answer this mail with the court and the number of the action.

The counter-notice {counterNumber}:${has('attached') ? '\n\n{attached}' : ''}`,
  ),
  counter_forwarded: aboutNotice(
    'Your counter-notice {counterNumber} was forwarded',
    `We have forwarded your counter-notice {counterNumber} to the person who sent the notice {number}. The material comes back
between {opens} and {closes}, unless we are told of a court action before.`,
  ),
  counter_dismissed: aboutNotice(
    'Your counter-notice {counterNumber} was dismissed',
    `We have dismissed your counter-notice {counterNumber} to the notice {number}, and it brings nothing back:

{ground}.

If you think that this is wrong, answer this mail and tell us what we have not seen. You may also turn to a court.`,
  ),
  counter_lapsed: aboutNotice(
    'Your counter-notice {counterNumber} has ended',
    `Your counter-notice {counterNumber} to the notice {number} has ended by itself: what the law asks for besides did not
come within 60 days. It was not forwarded, and what was taken off stays off our site. You can send a new one.`,
  ),
  counter_ended: aboutNotice(
    'Notice {number}: the counter-notice was dismissed',
    (has) => `We have dismissed the counter-notice {counterNumber}, which we had forwarded to you:

{ground}.

${
  has('opens')
    ? `Another counter-notice to your notice {number} stands. We will restore the material between {opens} and
{closes}, unless we first receive notice from you of a court action.`
    : 'What your notice {number} took off stays off our site.'
}`,
  ),
  restored: end('restored', `${BACK}${COUNTERED}.`),
  restored_partly: end('restored', `${BACK}${COUNTERED}.${EXCEPT}`),
  settled: end('restored', `${BACK}${SETTLED}.`),
  settled_partly: end('restored', `${BACK}${SETTLED}.${EXCEPT}`),
  withdrawn: end('restored', `${BACK}${WITHDRAWN}.`),
  withdrawn_partly: end('restored', `${BACK}${WITHDRAWN}.${EXCEPT}`),
  stays_off: end('ended', 'What it took off stays off our site because of another notice.'),
  court_filed: aboutNotice(
    'Notice {number}: a court action',
    `The sender of the notice {number} has told us of a court action. What the notice took off stays off our site
until the court has decided, or both of you have agreed.`,
  ),
  court_settled: aboutNotice(
    'Notice {number}: the court action has ended',
    'The court action about the notice {number} has ended. What the notice took off stays off our site.',
  ),
  source_taken_off: toSource(
    'videos of yours were taken off',
    (has) => `${TAKEN}${has('counterForm') ? MAY_ANSWER : ''}`,
  ),
  source_restored: toSource(
    'your videos are back',
    `The videos below, which we had taken off our site because of a notice, are on it again. Those whose files are gone
are downloaded once more first.

Number: {number}`,
  ),
};

function receipt(kind: string, has: Has): MailText {
  const isCopyright = kind === 'copyright';
  return {
    subject: isCopyright ? 'Your DMCA takedown request {number}' : 'Your notice {number}: please confirm it',
    body: `{siteName} ({domain}) has received ${isCopyright ? 'your notification of copyright infringement' : 'a notice from this mailbox'}.

${isCopyright ? 'Request ID' : 'Number'}: {number}
Received:   {received}
${has('addresses') ? 'It names:\n\n{addresses}\n' : ''}
Please confirm that you have sent it: open this page and press the button there. Confirmed notices are seen first.

{confirmPage}

Where your notice stands, and what you can add to it, you see on its own page:

{page}
${has('missing') ? '\nThe law asks for something that it lacks. Please add it there:\n\n{missing}\n' : ''}
${isCopyright ? COPYRIGHT_STEPS : OTHER_STEPS}

Please name the ${isCopyright ? 'Request ID' : 'number'} when you write to us: answer this mail, or write to {contactEmail}.

If you have not sent this notice, somebody else has used your address. You need not do anything; do not open the
links. You may tell us by answering this mail.
`,
  };
}

const COPYRIGHT_STEPS = `Your request will be reviewed within 24-48 hours. What happens next:

- Our team verifies that your notice has all required DMCA elements.
- If it is valid, the content is removed or disabled within 24-48 hours.
- The content source is notified if applicable.`;

const OTHER_STEPS = `What happens next:

- If something is missing that the law asks for, the page above says what it is.
- We decide, and tell you why, and what you can do if you disagree.`;

function decision(result: Parameters<typeof decisionText>[1]): BuiltIn {
  return (kind, has) => decisionMail(kind, result, has);
}

function decisionMail(kind: string, result: Parameters<typeof decisionText>[1], has: Has): MailText {
  const isCopyright = kind === 'copyright';
  const status = result === 'denied' || result === 'answered' ? result : 'approved';
  const number = isCopyright ? 'Request ID:' : 'Number:';
  const column = isCopyright ? 12 : 10;
  const named = has('attached') ? 'The material that you named:\n\n{attached}\n\n' : '';
  return {
    subject: `Your ${isCopyright ? 'DMCA takedown request' : 'notice'} {number} was ${status}`,
    body: `{siteName} ({domain}) has ${isCopyright ? 'reviewed your notification of copyright infringement' : 'decided about your notice. A person has read it'}.

${number.padEnd(column)}{number}
${'Received:'.padEnd(column)}{received}
${'Decision:'.padEnd(column)}${status}

${decisionText(kind, result)}

${named}Please name the ${isCopyright ? 'Request ID' : 'number'} when you write to us: answer this mail, or write to {contactEmail}.
`,
  };
}

function aboutNotice(subject: string, text: Text): BuiltIn {
  return (_kind, has) => ({
    subject,
    body: `{siteName} ({domain}) writes to you about a notice.

${wordsOf(text, has)}
${has('page') ? '\n{page}\n' : ''}
Please name the number when you write to us: answer this mail, or write to {contactEmail}.
`,
  });
}

function end(how: 'restored' | 'ended', state: string): BuiltIn {
  const answer = (has: Has) => (has('counterNumber') ? '\n\nYour counter-notice: {counterNumber}' : '');
  return aboutNotice(
    `Notice {number}: ${how}`,
    (has) => `The notice {number} has ended. ${state}${answer(has)}`,
  );
}

function toSource(subject: string, text: Text): BuiltIn {
  return (_kind, has) => ({
    subject: `Notice {number}: ${subject}`,
    body: `{siteName} ({domain}) writes to you because it shows videos of yours.

${wordsOf(text, has)}

{videos}

Please name the number when you write to us: answer this mail, or write to {contactEmail}.
`,
  });
}

function wordsOf(text: Text, has: Has): string {
  return typeof text === 'string' ? text : text(has);
}
