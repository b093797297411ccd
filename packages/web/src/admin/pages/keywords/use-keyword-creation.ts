import type { KeywordRecord } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { EMPTY_KEYWORD, inputOfDraft, type KeywordProblems, missingFields } from './keyword-draft.ts';

/** The form for a new keyword, which is cleared after success. */
export function useKeywordCreation(onDone?: (keyword: KeywordRecord) => void) {
  const [draft, setDraft] = useState(EMPTY_KEYWORD);
  const [missing, setMissing] = useState<KeywordProblems>({});
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client) => client.keywords.create(inputOfDraft(draft)),
    failure: 'Failed to create keyword',
    success: () => ({ title: 'Keyword created successfully' }),
    onDone: (keyword) => {
      setDraft(EMPTY_KEYWORD);
      onDone?.(keyword);
    },
  });
  const submit = () => {
    const found = missingFields(draft);
    setMissing(found);
    forgetProblems();
    if (Object.keys(found).length === 0) void run();
  };
  return { draft, setDraft, problems: { ...problems, ...missing }, submit, isRunning };
}
