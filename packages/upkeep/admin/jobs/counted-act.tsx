import type { CallInput } from '@vesper/contract';
import { type AdminMutationOptions, useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Opener, type OpenerProps } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { ConfirmDialog } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { sentenceOf } from '@vesper/web/data/call-failure.ts';
import { countText } from '@vesper/web/ui/format.ts';
import { type ReactNode, useState } from 'react';
import type { CountCall } from './job-filter.ts';

type Act<Output> = Pick<AdminMutationOptions<void, Output>, 'run' | 'failure' | 'success'>;

interface CountedActProps<Output>
  extends Act<Output>,
    Pick<OpenerProps, 'word' | 'icon' | 'look' | 'disabled'> {
  /** Counts the jobs that `input` selects. */
  call: CountCall;
  input: CallInput<CountCall>;
  noun: string;
  /** "put back into the queue". */
  whatHappens: string;
  /** Follows the count. */
  explanation: (count: number) => ReactNode;
  /** The label of the confirming button, if not the act's. */
  action?: string;
  isDestructive?: boolean;
}

export function CountedAct<Output>(props: CountedActProps<Output>) {
  const { run: call, failure, success, input, noun, whatHappens, explanation, ...rest } = props;
  const { call: count, action = rest.word, isDestructive = false, ...opener } = rest;
  const [isOpen, setOpen] = useState(false);
  const { run, isRunning } = useAdminMutation({ run: call, failure, success });
  const counted = useAdminQuery(count, input, { isEnabled: isOpen });
  // A recount while jobs progress must not disable the button under a click.
  const isKnown = counted.isFetchedAfterMount && !counted.isPlaceholderData;
  const data = isKnown ? counted.data : undefined;
  const close = () => setOpen(false);
  return (
    <>
      <Opener {...opener} size="small" isBusy={isRunning} onClick={() => setOpen(true)} />
      <ConfirmDialog
        isOpen={isOpen}
        question={`${action}?`}
        explanation={explain()}
        action={action}
        isDestructive={isDestructive}
        isBusy={data === undefined}
        onConfirm={() => {
          close();
          if (data?.count !== 0) void run();
        }}
        onClose={close}
      />
    </>
  );

  function explain(): ReactNode {
    if (counted.error) return sentenceOf(counted.error);
    if (data === undefined) return 'Counting...';
    if (data.count === 0) return `No matching ${noun}s are left.`;
    return (
      <>
        {countText(data.count, noun, data.isCapped)} will be {whatHappens}. {explanation(data.count)}
      </>
    );
  }
}
