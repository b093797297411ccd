-- The language that its sender's browser asked for, of those that the site knows.
alter table cases add column language text;

-- An administrator's own texts of mails about notices, in place of the built-in ones.
create table case_mail_texts (
  domain_id text not null references domains on delete cascade,
  mail text not null,
  -- Of the notice; empty for every kind.
  kind text not null,
  -- Empty for every language without a text of its own.
  language text not null,
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  version int not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (domain_id, mail, kind, language)
);

create trigger tell_insert after insert on case_mail_texts referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_update after update on case_mail_texts referencing new table as changed_rows
  for each statement execute function tell_change();
create trigger tell_delete after delete on case_mail_texts referencing old table as changed_rows
  for each statement execute function tell_change();
