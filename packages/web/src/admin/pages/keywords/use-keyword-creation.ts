import { type KeywordRecord, routes } from '@vesper/contract';
import { useState } from 'react';
import { problemsOf } from '../../data/problems-of.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { EMPTY_KEYWORD, inputOfDraft, type KeywordProblems, missingFields } from './keyword-draft.ts';

/** The form for a new keyword, which is cleared after success. */
export function useKeywordCreation(onDone?: (keyword: KeywordRecord) => void) {
  const [draft, setDraft] = useState(EMPTY_KEYWORD);
  const [problems, setProblems] = useState<KeywordProblems>({});
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.keywords.create(inputOfDraft(draft)),
    failure: 'Failed to create keyword',
    // Languages show their number of keywords.
    refreshes: [routes.keywords, routes.languages],
    success: () => ({ title: 'Keyword created successfully' }),
    onDone: (keyword) => {
      setDraft(EMPTY_KEYWORD);
      onDone?.(keyword);
    },
    onFailure: (failure) => {
      setProblems(problemsOf(failure));
      return false;
    },
  });
  const submit = () => {
    const missing = missingFields(draft);
    setProblems(missing);
    if (Object.keys(missing).length === 0) void run();
  };
  return { draft, setDraft, problems, submit, isRunning };
}
