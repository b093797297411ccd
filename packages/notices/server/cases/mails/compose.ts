import {
  CASE_MAILS,
  type CaseMailKind,
  type CaseMailName,
  type DomainConfig,
  fillMail,
  type MailValues,
  ORIGINAL_LANGUAGE,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { type NewMail, sentBy } from '@vesper/site/mail';
import { builtInText } from './built-in-texts.ts';
import { selectBestText } from './queries.ts';

/** A mail about a case to somebody outside. */
export interface CaseMail {
  name: CaseMailName;
  /** In the outbox, where limits count it. */
  kind: string;
  to: string;
  values: MailValues;
  /** Quoted text of a notice, appended to a custom template. */
  attached?: string;
  /** Replaces `attached` in the stored copy if that must be erased with another case. */
  keptAttached?: string;
}

export interface AboutCase {
  number: string;
  kind: string;
  language: string | null;
  domain: DomainConfig;
}

/** Custom template in the notice's language, the default one, English, or built in. Returns the copy to keep too. */
export async function composeMail(
  db: Db,
  about: AboutCase,
  mail: CaseMail,
): Promise<{ mail: NewMail; kept: NewMail }> {
  const { to, isCountered }: CaseMailKind = CASE_MAILS[mail.name];
  const languages = [to === 'The source' ? null : about.language, '', ORIGINAL_LANGUAGE];
  const own = await selectBestText(db, {
    ...{ domain: about.domain.domain, mail: mail.name, kind: isCountered ? '' : about.kind },
    languages: languages.filter((language) => language !== null),
  });
  const { siteName, domain, contactEmail } = about.domain;
  const values: Record<string, string> = {
    siteName,
    domain,
    contactEmail,
    number: about.number,
    ...mail.values,
  };
  const write = (attached: string | undefined): NewMail => ({
    ...sentBy(about.domain),
    ...{ kind: mail.kind, to: mail.to },
    ...(own ? ownWords(own, values, attached) : builtInWords(mail.name, about.kind, values, attached)),
  });
  const whole = write(mail.attached);
  return { mail: whole, kept: mail.keptAttached === undefined ? whole : write(mail.keptAttached) };
}

type Words = Pick<NewMail, 'subject' | 'body'>;
type Values = Readonly<Record<string, string>>;

function ownWords(own: Words, values: Values, attached = ''): Words {
  const { subject, body } = fillMail(own, values);
  // Empty placeholders leave no gaps.
  const text = body.replace(/\n{3,}/g, '\n\n').trim();
  return { subject, body: `${[text, attached].filter(Boolean).join('\n\n')}\n` };
}

function builtInWords(name: CaseMailName, kind: string, given: Values, attached = ''): Words {
  const values: Values = { ...given, attached };
  return fillMail(
    builtInText(name, kind, (place) => Boolean(values[place])),
    values,
  );
}
