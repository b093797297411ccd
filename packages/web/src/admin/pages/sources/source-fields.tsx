import type { CallInput, Routes } from '@vesper/contract';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { DELIVERY_WORDS, KIND_WORDS, RENDITION_WORDS } from './source-words.ts';

type Created = CallInput<Routes['sources']['create']>;

/** The settings of a source, apart from its basis and categories. */
export type SourceDraft = {
  [Name in
    | 'name'
    | 'baseUrl'
    | 'kind'
    | 'delivery'
    | 'renditions'
    | 'dailyQuota'
    | 'crawlDelayMs'
    | 'concurrency']: NonNullable<Created[Name]>;
};

interface SourceFieldsProps {
  draft: SourceDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (draft: SourceDraft) => void;
}

export function SourceFields({ draft, problems, onChange }: SourceFieldsProps) {
  const set = (change: Partial<SourceDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        required
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label="Kind"
        value={draft.kind}
        error={problems.kind}
        onChange={({ target }) => set({ kind: target.value as SourceDraft['kind'] })}
      >
        <Options of={Object.entries(KIND_WORDS)} />
      </SelectField>
      <div className="sm:col-span-2">
        <TextField
          label="Address"
          type="url"
          required
          spellCheck={false}
          placeholder="https://films.example/sitemap.xml"
          value={draft.baseUrl}
          error={problems.baseUrl}
          onChange={({ target }) => set({ baseUrl: target.value })}
        />
      </div>
      <SelectField
        label="How visitors get the videos"
        value={draft.delivery}
        error={problems.delivery}
        onChange={({ target }) => set({ delivery: target.value as SourceDraft['delivery'] })}
      >
        <Options of={Object.entries(DELIVERY_WORDS)} />
      </SelectField>
      <SelectField
        label="Streams in several qualities"
        value={draft.renditions}
        error={problems.renditions}
        onChange={({ target }) => set({ renditions: target.value as SourceDraft['renditions'] })}
      >
        <Options of={Object.entries(RENDITION_WORDS)} />
      </SelectField>
      <NumberField
        label="Videos a day"
        value={draft.dailyQuota}
        error={problems.dailyQuota}
        onChange={(dailyQuota) => set({ dailyQuota })}
      />
      <NumberField
        label="Milliseconds between requests"
        hint='Under 1,000 only with the basis "Own material".'
        value={draft.crawlDelayMs}
        error={problems.crawlDelayMs}
        onChange={(crawlDelayMs) => set({ crawlDelayMs })}
      />
      <NumberField
        label="Requests at once"
        value={draft.concurrency}
        error={problems.concurrency}
        onChange={(concurrency) => set({ concurrency })}
      />
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  hint?: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}

/** Text that is not a number is left out, so that the server's sentence says what it must be. */
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
