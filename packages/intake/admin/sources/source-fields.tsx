import type { CallInput, Routes } from '@vesper/contract';
import { fieldsOf, SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { useState } from 'react';
import { DELIVERY_WORDS, FOLLOW_WORDS, KIND_WORDS, RENDITION_WORDS } from './source-words.ts';

type Created = CallInput<Routes['sources']['create']>;

type Setting = Exclude<keyof Created, 'basis' | 'categoryMap' | 'enabled' | 'look' | 'pageRules'>;
export type SourceDraft = { [Name in Setting]: NonNullable<Created[Name]> };

/** The page of uploads adds sources of its kind. */
const KINDS = Object.entries(KIND_WORDS);

interface SourceFieldsProps {
  draft: SourceDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (draft: SourceDraft) => void;
}

export function SourceFields({ draft, problems, onChange }: SourceFieldsProps) {
  const set = (change: Partial<SourceDraft>) => onChange({ ...draft, ...change });
  const field = fieldsOf(draft, onChange, problems);
  const number = (name: 'dailyQuota' | 'crawlDelayMs' | 'concurrency') => ({
    value: draft[name],
    error: problems[name],
    onChange: (value: number) => set({ [name]: value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Name" required {...field('name')} />
      <SelectField
        label="Kind"
        of={KINDS.filter(([kind]) => kind !== 'upload' || kind === draft.kind)}
        {...field('kind')}
        onChange={({ target }) => set(ofKind(draft, target.value as SourceDraft['kind']))}
      />
      <TextField
        isWide
        label="Address"
        type="url"
        required
        spellCheck={false}
        placeholder="https://films.example/sitemap.xml"
        {...field('baseUrl')}
      />
      <TextField
        isWide
        label="Other domains of this site"
        hint="Separated by spaces. www., m. and amp. are included."
        spellCheck={false}
        placeholder="videos.example"
        defaultValue={draft.hosts.join(' ')}
        error={hostsProblem(problems)}
        onChange={({ target }) => set({ hosts: target.value.split(/[\s,]+/).filter(Boolean) })}
      />
      <TextField
        isWide
        label="Contact for takedowns"
        hint="We email this address when a video of this source is taken down or restored."
        type="email"
        spellCheck={false}
        placeholder="rights@films.example"
        {...field('contactEmail')}
      />
      <SelectField label="Delivery" of={DELIVERY_WORDS} {...field('delivery')} />
      <SelectField label="Streams in several qualities" of={RENDITION_WORDS} {...field('renditions')} />
      <SelectField
        label="When a source page changes"
        hint="Your own edits are never overwritten."
        value={draft.followWords ? 'follow' : 'show'}
        error={problems.followWords}
        of={FOLLOW_WORDS}
        onChange={({ target }) => set({ followWords: target.value === 'follow' })}
      />
      <NumberField
        key={draft.kind === 'dump' ? 'dump' : 'other'}
        label="Videos per day"
        {...number('dailyQuota')}
      />
      <NumberField
        label="Delay between requests (ms)"
        hint='Under 1,000 only with the permission "Own material".'
        {...number('crawlDelayMs')}
      />
      <NumberField label="Concurrent requests" {...number('concurrency')} />
    </div>
  );
}

function hostsProblem(problems: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(problems).find(([name]) => name === 'hosts' || name.startsWith('hosts.'))?.[1];
}

/** The contract's default. */
const USUAL_QUOTA = 10;
const QUOTA_OF_DUMP = 1_000_000;

/** A dump is read whole unless the quota was edited. */
function ofKind({ dailyQuota }: SourceDraft, kind: SourceDraft['kind']): Partial<SourceDraft> {
  if (kind === 'dump' && dailyQuota === USUAL_QUOTA) return { kind, dailyQuota: QUOTA_OF_DUMP };
  return kind !== 'dump' && dailyQuota === QUOTA_OF_DUMP ? { kind, dailyQuota: USUAL_QUOTA } : { kind };
}

interface NumberFieldProps {
  label: string;
  hint?: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}

/** NaN is sent as null, so that the server's error says what is needed. */
function NumberField({ label, hint, value, error, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      {...(hint ? { hint } : {})}
      defaultValue={String(value)}
      error={error}
      onChange={({ target }) => onChange(target.value.trim() === '' ? Number.NaN : Number(target.value))}
    />
  );
}

interface CategoryMapFieldsProps {
  map: Readonly<Record<string, string>>;
  problem: string | undefined;
  onChange: (map: Record<string, string>) => void;
}

/** One line per category of the source. Unfinished lines are kept while typing. */
export function CategoryMapFields({ map, problem, onChange }: CategoryMapFieldsProps) {
  const [text, setText] = useState(() =>
    Object.entries(map)
      .map(([theirs, ours]) => `${theirs} = ${ours}`)
      .join('\n'),
  );
  return (
    <TextArea
      label="Categories"
      rows={4}
      spellCheck={false}
      placeholder={'fractal films = Fractals\n* = Other'}
      hint="One per line: the source's category = yours. Use * for all others. Categories without a line are kept as they are."
      value={text}
      error={problem}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}

function parse(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.split('=').map((part) => part.trim()));
  return Object.fromEntries(
    lines.flatMap(([theirs, ours]) => (theirs && ours ? [[theirs.toLowerCase(), ours]] : [])),
  );
}
