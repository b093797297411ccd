import type { CallInput } from '@vesper/contract';
import { sentenceOf } from '../../../data/call-failure.ts';
import { countText } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { CountCall } from './job-kinds.ts';

interface CountedQuestionProps {
  isOpen: boolean;
  /** The call that counts them, and of which jobs. */
  call: CountCall;
  input: CallInput<CountCall>;
  noun: string;
  /** "put back into the queue". */
  whatHappens: string;
  /** Shown after the count; may depend on it. */
  explanation: string | ((count: number) => string);
  action: string;
  isDestructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action on many jobs, stating how many. */
export function CountedQuestion(props: CountedQuestionProps) {
  const { isOpen, call, input, noun, whatHappens, explanation, action, isDestructive, onConfirm } = props;
  const { data, error, isFetchedAfterMount, isPlaceholderData } = useAdminQuery(call, input, {
    isEnabled: isOpen,
  });
  // A recount while jobs move on must not disable the button under a click.
  const isKnown = data !== undefined && isFetchedAfterMount && !isPlaceholderData;
  const many = isKnown ? countText(data.count, noun, data.isCapped) : '';
  const isNone = isKnown && data.count === 0;
  const more = typeof explanation === 'string' ? explanation : explanation(data?.count ?? 0);
  const answer = error
    ? sentenceOf(error)
    : isNone
      ? `There are no such ${noun}s any more.`
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
