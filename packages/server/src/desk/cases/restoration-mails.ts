import { type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { type NewMail, sentBy } from '../../site/mail/index.ts';
import type { CaseRow } from './case-queries.ts';
import { sealOf } from './case-seal.ts';
import { type CaseParts, domainOf } from './cases.ts';
import { putCaseMail } from './mails.ts';
import { selectAnswers } from './sender-queries.ts';
import { senderOf } from './senders.ts';

export interface CaseMail {
  kind: string;
  subject: string;
  /** After the greeting line; without the sender's words. */
  text: string;
  /** Stands in place of the text among the case's papers: of what is another case's. */
  keptText?: string;
}

/**
 * A mail to a case's sender, sealed with the case's key; false if the mailbox is not known, or had `mostADay` of the kind.
 */
export async function mailSender(
  tx: Db,
  cases: CaseParts,
  { kase, mail, now, mostADay }: { kase: CaseRow; mail: CaseMail; now: Date; mostADay?: number },
): Promise<boolean> {
  const to = await senderOf(tx, cases, kase);
  if (to === undefined) return false;
  const domain = await domainOf(cases, kase);
  const seal = await sealOf(tx, cases.keys, kase, now);
  const page = privatePage(cases, domain, kase);
  const whole = caseMail(domain, to, { ...mail, page });
  const kept = caseMail(domain, to, { ...mail, text: mail.keptText ?? mail.text, page });
  return putCaseMail(tx, cases, { caseId: kase.id, seal }, whole, {
    ...{ now, kept },
    ...(mostADay !== undefined && { mostADay }),
  });
}

/** The address of a notice's private page; undefined for those from before there were such pages. */
function privatePage({ caseLinks }: CaseParts, domain: DomainConfig, kase: CaseRow): string | undefined {
  if (!kase.token_hash) return undefined;
  return caseLinks.origin(domain) + pageHref.reportStatus(caseLinks.status(kase.id));
}

function caseMail(
  domain: DomainConfig,
  to: string,
  { kind, subject, text, page }: CaseMail & { page: string | undefined },
): NewMail {
  const { siteName, contactEmail } = domain;
  return {
    ...sentBy(domain),
    ...{ kind, to, subject },
    body: `${siteName} (${domain.domain}) writes to you about a notice.

${text}
${page ? `\n${page}\n` : ''}
Please name the number when you write to us: answer this mail, or write to ${contactEmail}.
`,
  };
}

/** To both sides of a counter-notice: what was taken off is back. Nothing if there was none. */
export async function mailRestoration(
  tx: Db,
  cases: CaseParts,
  {
    kase,
    back: { heldBy, isBack },
    isWithdrawn,
    now,
  }: { kase: CaseRow; back: { heldBy: readonly string[]; isBack: boolean }; isWithdrawn: boolean; now: Date },
): Promise<void> {
  const answers = await selectAnswers(tx, kase.id);
  if (answers.length === 0) return;
  const why = isWithdrawn
    ? 'the notice was withdrawn'
    : 'a counter-notice was sent and no court action recorded';
  const except = heldBy.length > 0 ? ' Some of it stays off because of another notice.' : '';
  const state = isBack
    ? `What it took off is on our site again, because ${why}.${except}`
    : 'What it took off stays off our site because of another notice.';
  const about = `The notice ${kase.id} has ended. ${state}`;
  const kind = 'notice-restored';
  const subject = `Notice ${kase.id}: ${isBack ? 'restored' : 'ended'}`;
  if (!isWithdrawn) await mailSender(tx, cases, { kase, mail: { kind, subject, text: about }, now });
  for (const answer of answers)
    await mailSender(tx, cases, {
      ...{ kase: answer, now },
      mail: { kind, subject, text: `${about}\n\nYour counter-notice: ${answer.id}` },
    });
}
