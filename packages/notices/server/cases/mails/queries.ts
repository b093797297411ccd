import type { MailText } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { CaseMailTexts } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

export type TextRow = Selectable<CaseMailTexts>;

/** '' stands for every kind, or every language without its own text. */
export interface WhichText {
  domainId: string;
  mail: string;
  kind: string;
  language: string;
}

export function selectTexts(db: Db, domainId: string): Promise<TextRow[]> {
  return execute(db)<TextRow>`
    select * from case_mail_texts where domain_id = ${domainId} order by mail, kind, language`;
}

const is = ({ domainId, mail, kind, language }: WhichText) =>
  sql`domain_id = ${domainId} and mail = ${mail} and kind = ${kind} and language = ${language}`;

export function selectText(db: Db, which: WhichText): Promise<TextRow | undefined> {
  return firstRow(db)<TextRow>`select * from case_mail_texts where ${is(which)}`;
}

/** By language first, then by kind. */
export function selectBestText(
  db: Db,
  {
    domain,
    mail,
    kind,
    languages,
  }: { domain: string; mail: string; kind: string; languages: readonly string[] },
): Promise<MailText | undefined> {
  return firstRow(db)<MailText>`
    select t.subject, t.body from case_mail_texts t join domains d on d.id = t.domain_id
    where d.domain = ${domain} and t.mail = ${mail} and t.kind in (${kind}, '') and t.language = any(${languages}::text[])
    order by array_position(${languages}::text[], t.language), t.kind = '' limit 1`;
}

/** Undefined if the version is stale; 0 stands for none. */
export function putText(
  db: Db,
  which: WhichText,
  { subject, body, version, by, now }: MailText & { version: number; by: string; now: Date },
): Promise<TextRow | undefined> {
  const { domainId, mail, kind, language } = which;
  return firstRow(db)<TextRow>`
    insert into case_mail_texts as t (domain_id, mail, kind, language, subject, body, version, changed_at, changed_by)
    select ${domainId}, ${mail}, ${kind}, ${language}, ${subject}, ${body}, ${version}::int + 1, ${now}, ${by}
    where ${version}::int = 0 or exists (select from case_mail_texts where ${is(which)})
    on conflict (domain_id, mail, kind, language) do update
      set subject = excluded.subject, body = excluded.body, version = excluded.version,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by
      where t.version = ${version}::int
    returning *`;
}

/** Undefined if the version is stale. */
export function deleteText(db: Db, which: WhichText, version: number): Promise<TextRow | undefined> {
  return firstRow(db)<TextRow>`
    delete from case_mail_texts where ${is(which)} and version = ${version}::int returning *`;
}

export function selectDomainName(db: Db, id: string): Promise<string | undefined> {
  return oneValue(db)<string>`select domain from domains where id = ${id}`;
}
