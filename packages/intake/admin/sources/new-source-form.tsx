import type { SourceLook, VideoSource } from '@vesper/contract';
import { problemsOf, useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { DialogButtons } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { CheckField, Form } from '@vesper/web/admin/ui/form.tsx';
import { type BadgeWord, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { BasisFields, EMPTY_BASIS } from './basis.tsx';
import { type SourceDraft, SourceFields } from './source-fields.tsx';
import { KIND_WORDS } from './source-words.ts';

/** The contract's defaults. */
const EMPTY: SourceDraft = {
  ...{ name: '', baseUrl: '', kind: 'sitemap', delivery: 'hosted', renditions: 'default', followWords: true },
  ...{ dailyQuota: 10, crawlDelayMs: 1000, concurrency: 1, hosts: [], contactEmail: '' },
};

interface NewSourceFormProps {
  onAdded: (source: VideoSource) => void;
  onClose: () => void;
}

/** Checks the address first; an unreadable source is added only on a second click. */
export function NewSourceForm({ onAdded, onClose }: NewSourceFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [hasBasis, setHasBasis] = useState(true);
  const [basis, setBasis] = useState(EMPTY_BASIS);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [looked, setLooked] = useState<{ at: string; look: SourceLook }>();

  const input = { ...draft, ...(hasBasis ? { basis } : {}) };
  const written = JSON.stringify(input);
  /** Undefined once closed. A check of other input must not add the source. */
  const current = useRef<string>(undefined);
  useEffect(() => {
    current.current = written;
    return () => {
      current.current = undefined;
    };
  }, [written]);
  /** The check is valid for this input only. */
  const place = JSON.stringify([
    draft.baseUrl.trim(),
    draft.kind,
    draft.delivery,
    draft.hosts,
    hasBasis && basis,
  ]);
  const look = looked?.at === place ? looked.look : undefined;
  const onFailure = (failure: unknown) => {
    const found = problemsOf(failure);
    setProblems(found);
    // No toast if the form was closed, or the problem shows at the address.
    return current.current === undefined || found.baseUrl !== undefined;
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problems.baseUrl) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);

  const adding = useAdminMutation({
    run: (client, _found: SourceLook) => client.sources.create({ ...input, look: true }),
    failure: 'The source could not be added.',
    success: ({ name, state }, found) => ({
      title: `Added ${name}`,
      description: found.outcome === 'not_asked' ? state : `${state} ${found.message}`,
    }),
    onDone: onAdded,
    onFailure,
  });
  const checking = useAdminMutation({
    run: (client, { isAdding }: { isAdding: boolean }) => {
      const { name, ...unnamed } = input;
      return client.sources.look(isAdding || name.trim() !== '' ? input : unnamed);
    },
    failure: 'The address could not be checked.',
    onDone: (found, { isAdding }) => {
      setLooked({ at: place, look: found });
      if (isAdding && found.outcome !== 'not_read' && current.current === written) void adding.run(found);
    },
    onFailure,
  });
  const isBusy = adding.isRunning || checking.isRunning;
  /** Keeps the result in view, even if Enter was pressed further up. */
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (checking.isRunning || looked) end.current?.scrollIntoView({ block: 'nearest' });
  }, [checking.isRunning, looked]);

  const check = (isAdding: boolean) => {
    setProblems({});
    setLooked(undefined);
    void checking.run({ isAdding });
  };
  const submit = () => {
    if (isBusy) return;
    if (!look) return check(true);
    setProblems({});
    void adding.run(look);
  };
  return (
    <Form ref={form} noValidate onSubmit={submit}>
      <SourceFields draft={draft} problems={problems} onChange={setDraft} />
      <CheckField
        label="Add permission now"
        hint="Without a permission, the source stays disabled and its address is not checked."
        checked={hasBasis}
        onChange={({ target }) => setHasBasis(target.checked)}
      />
      {hasBasis && <BasisFields basis={basis} problems={problems} onChange={setBasis} />}
      <div aria-live="polite">
        {checking.isRunning && (
          <p className="text-sm text-muted">Checking the address. This takes up to 20 seconds.</p>
        )}
        {look && !checking.isRunning && <LookResult look={look} kind={draft.kind} />}
      </div>
      <DialogButtons ref={end}>
        <Button onClick={onClose}>Cancel</Button>
        <Button icon={Search} disabled={isBusy} onClick={() => check(false)}>
          Check address
        </Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {look?.outcome === 'not_read' ? 'Add anyway' : 'Add source'}
        </Button>
      </DialogButtons>
    </Form>
  );
}

const OUTCOMES: Record<SourceLook['outcome'], BadgeWord> = {
  read: { tone: 'good', word: 'Can be read' },
  in_part: { tone: 'warn', word: 'Partly readable' },
  not_read: { tone: 'bad', word: 'Cannot be read yet' },
  not_asked: { tone: 'calm', word: 'Not checked' },
};

function LookResult({ look, kind }: { look: SourceLook; kind: SourceLook['kind'] }) {
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line p-3 text-sm">
      <div>
        <WordBadge {...OUTCOMES[look.outcome]} />
      </div>
      <p className="wrap-anywhere">{look.message}</p>
      {look.kind && look.kind !== kind && (
        <p>
          Choose the kind <strong>{KIND_WORDS[look.kind]}</strong> and check again.
        </p>
      )}
      {look.examples.length > 0 && (
        <ul aria-label="Examples" className="flex flex-col gap-1 text-xs text-muted">
          {look.examples.map(({ url, title }) => (
            <li key={url} className="wrap-anywhere">
              {title && <span className="text-text">{title} </span>}
              {url}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
