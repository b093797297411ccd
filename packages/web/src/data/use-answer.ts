import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { type Answer, Answers, nameOf, type PageQuery } from './answers.ts';

export const AnswersContext = createContext<Answers>(new Answers());

export function useAnswers(): Answers {
  return useContext(AnswersContext);
}

interface AnswerOptions<Data> {
  /** Postpones the query. */
  wait?: boolean;
  /** Shown while pending: made from this component's last answer, which was for another query. */
  meanwhile?: (last: Data, lastKey: PageQuery['queryKey']) => Data | undefined;
}

export interface ShownAnswer<Data> extends Answer<Data> {
  /** Whether `data` is from `meanwhile`. */
  isOld: boolean;
}

export function useAnswer<Data>(
  query: PageQuery<Data>,
  options: AnswerOptions<Data> = {},
): ShownAnswer<Data> {
  const { wait = false, meanwhile } = options;
  const { queryKey } = query;
  const answers = useAnswers();
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries of one key are the same.
  const watch = useCallback(
    (onChange: () => void) => answers.watch(query, wait, onChange),
    [answers, nameOf(queryKey), wait],
  );
  const read = () => answers.read<Data>(queryKey);
  const answer = useSyncExternalStore(watch, read, read);
  const last = useRef<{ data: Data; queryKey: PageQuery['queryKey'] }>(undefined);
  useEffect(() => {
    if (answer.data !== undefined) last.current = { data: answer.data, queryKey };
  });
  if (answer.data !== undefined || answer.error || !last.current) return { ...answer, isOld: false };
  const data = meanwhile?.(last.current.data, last.current.queryKey);
  return { data, error: undefined, isOld: data !== undefined };
}
