import type { Client, JobCount } from '@vesper/contract';
import { sentenceOf } from '../../../data/call-failure.ts';
import { countText } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface CountedQuestionProps {
  isOpen: boolean;
  path: string;
  /** What is counted, as far as it distinguishes the question. */
  input: unknown;
  count: (client: Client) => Promise<JobCount>;
  noun: string;
  /** "put back into the queue". */
  whatHappens: string;
  /** Follows the count, and may depend on it. */
  explanation: string | ((count: number) => string);
  action: string;
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done to many jobs, once it is known how many they are. */
export function CountedQuestion(props: CountedQuestionProps) {
  const { isOpen, path, input, count, noun, whatHappens, explanation, action, isDestructive, onConfirm } =
    props;
  const { data, error, isFetchedAfterMount, isPlaceholderData } = useAdminQuery(path, count, {
    input: ['question', input],
    isEnabled: isOpen,
  });
  // Counting again as jobs move on must not take the button from under a click.
  const isKnown = data !== undefined && isFetchedAfterMount && !isPlaceholderData;
  const many = isKnown ? countText(data.count, noun, data.isCapped) : '';
  const isNone = isKnown && data.count === 0;
  const more = typeof explanation === 'string' ? explanation : explanation(data?.count ?? 0);
  const answer = error
    ? sentenceOf(error)
    : isNone
      ? `There are no such ${noun}s now.`
      : isKnown
        ? `${many} will be ${whatHappens}. ${more}`
        : 'Counting...';
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={`${action}?`}
      explanation={answer}
      action={action}
      isDestructive={isDestructive ?? false}
      isBusy={!isKnown}
      onConfirm={() => {
        props.onClose();
        if (!isNone) onConfirm();
      }}
      onClose={props.onClose}
    />
  );
}
