import {
  CASE_KIND_FORMS,
  CASE_MAIL_NAMES,
  CASE_MAILS,
  type CaseKind,
  type CaseMailName,
  type Domain,
  hasMail,
  type Language,
  ORIGINAL_LANGUAGE,
  type OwnMailText,
  routes,
} from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { mayLeave } from '@vesper/web/admin/data/unsaved.ts';
import { AdminPage, AwaitedPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { RowButton } from '@vesper/web/admin/ui/button.tsx';
import { fieldsOf, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, NameCell, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { useState } from 'react';
import { TextCard } from './text-card.tsx';

const TITLE = 'Email templates';

export default function MailTextsPage() {
  const domains = useAdminQuery(routes.domainSettings.list);
  const languages = useAdminQuery(routes.languages.list);
  if (!domains.data || !languages.data) {
    const { error, refetch } = domains.error ? domains : languages;
    return <AwaitedPage title={TITLE} {...{ error, refetch }} />;
  }
  return <Texts domains={domains.data} languages={languages.data} />;
}

interface Chosen {
  domainId: string;
  language: string;
  kind: CaseKind | '';
}

function Texts({ domains, languages }: { domains: readonly Domain[]; languages: readonly Language[] }) {
  const first = domains.find(({ isDefault }) => isDefault) ?? domains[0];
  const [chosen, setChosen] = useState<Chosen>({ domainId: first?.id ?? '', language: '', kind: '' });
  const [mail, setMail] = useState<CaseMailName>();
  const { domainId, language, kind } = chosen;
  const { data: own, ...query } = useAdminQuery(routes.caseMails.list, { domainId });
  const field = fieldsOf(chosen, (wanted) => {
    if (!mayLeave()) return;
    setMail(undefined);
    setChosen(wanted);
  });
  return (
    <AdminPage
      title={TITLE}
      about="Emails about notices to senders and sources. The English default is sent until you write your own. A text in the language of the notice comes first, then one for all other languages, then English; within each, a text for the kind of notice comes before one for every kind."
    >
      <div className="grid gap-3 sm:grid-cols-3 lg:max-w-4xl">
        <SelectField
          label="Domain"
          of={domains.map(({ id, config }) => [id, config.domain])}
          {...field('domainId')}
        />
        <SelectField
          label="Language"
          none="All other languages"
          of={inWords(languages)}
          {...field('language')}
        />
        <SelectField
          label="Kind of notice"
          none="Every kind"
          of={CASE_KIND_FORMS.map((form) => [form.kind, form.label])}
          {...field('kind')}
        />
      </div>
      {mail && (
        <TextCard
          key={[domainId, language, kind, mail].join()}
          which={{ domainId, mail, kind, language }}
          onClose={() => mayLeave() && setMail(undefined)}
        />
      )}
      <ListTable
        rows={own && CASE_MAIL_NAMES.filter((name) => hasMail(name, kind))}
        query={query}
        empty="No templates."
        caption="Emails"
        columns={columnsFor(own ?? [], chosen)}
        keyOf={(name) => name}
        nameOf={(name) => CASE_MAILS[name].label}
        actions={(name) => (
          <RowButton
            word="Edit"
            row={CASE_MAILS[name].label}
            aria-pressed={name === mail}
            onClick={() => {
              if (!mayLeave()) return;
              setMail(name);
              scrollTo({ top: 0 });
            }}
          />
        )}
      />
    </AdminPage>
  );
}

function inWords(languages: readonly Language[]): (readonly [string, string])[] {
  const known = languages.map(({ code, name }) => [code, name] as const);
  return known.some(([code]) => code === ORIGINAL_LANGUAGE)
    ? known
    : [[ORIGINAL_LANGUAGE, 'English'], ...known];
}

function columnsFor(own: readonly OwnMailText[], { language, kind }: Chosen): Column<CaseMailName>[] {
  const ofMail = (name: CaseMailName) => own.filter(({ mail }) => mail === name);
  const chosenOf = (name: CaseMailName) =>
    ofMail(name).find((text) => text.kind === kind && text.language === language);
  return [
    {
      header: 'Email',
      cell: (name) => <NameCell name={CASE_MAILS[name].label}>{CASE_MAILS[name].when}</NameCell>,
      className: 'sm:w-2/5',
    },
    { header: 'To', from: 'md', cell: (name) => CASE_MAILS[name].to },
    {
      header: 'Text',
      cell: (name) => {
        const others = ofMail(name).length - (chosenOf(name) ? 1 : 0);
        return (
          <>
            {chosenOf(name) ? <StatusBadge tone="good">Your own</StatusBadge> : 'Default'}
            {others > 0 && (
              <p className="mt-0.5 text-xs text-muted">
                {others} for {others === 1 ? 'another language or kind' : 'other languages or kinds'}
              </p>
            )}
          </>
        );
      },
    },
    {
      header: 'Changed',
      from: 'lg',
      cell: (name) => {
        const text = chosenOf(name);
        if (!text) return null;
        return (
          <>
            <Moment at={text.changedAt} />
            <p className="text-xs wrap-anywhere text-muted">
              by {text.changedBy}, version {text.version}
            </p>
          </>
        );
      },
    },
  ];
}
