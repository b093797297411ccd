import type { DmcaRequest } from '@vesper/contract';
import { useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { type DecisionInput, REQUESTS_PATH, useDecision } from './use-decision.ts';

/** The question of a page or a list: it stays open whatever becomes of the row that it was asked from. */
export interface AskedDecision {
  asked: DecisionInput | undefined;
  /** The request that is asked about as it is now: somebody else may have decided. */
  newest: DmcaRequest | undefined;
  ask: (decision: DecisionInput) => void;
  /** Does what was asked about. */
  confirm: () => void;
  close: () => void;
  /** The request that is being decided. */
  runningId: string | undefined;
}

/** `rows` are the requests that the page shows. A filter may have taken out the one that is asked about: it is asked for. */
export function useAskedDecision(
  rows: readonly DmcaRequest[] | undefined,
  onDone?: () => void,
): AskedDecision {
  const [asked, setAsked] = useState<DecisionInput>();
  const [sent, setSent] = useState<string>();
  const { run, isRunning } = useDecision(onDone);
  const id = asked?.request.id ?? '';
  const row = rows?.find((one) => one.id === id);
  const { data } = useAdminQuery(REQUESTS_PATH, (client) => client.takedowns.get({ id }), {
    input: { id },
    isEnabled: asked !== undefined && row === undefined,
  });
  return {
    asked,
    newest: row ?? (data?.id === id ? data : asked?.request),
    ask: setAsked,
    confirm: () => {
      setAsked(undefined);
      setSent(id);
      if (asked) void run(asked);
    },
    close: () => setAsked(undefined),
    runningId: isRunning ? sent : undefined,
  };
}
