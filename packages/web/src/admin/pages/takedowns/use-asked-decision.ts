import { DMCA_NOTES, type DmcaSummary, routes } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation, useAdminQuery } from '../../data/calls.ts';

interface DecisionInput {
  request: DmcaSummary;
  status: 'approved' | 'denied';
}

/** The confirmation dialog of a page or list. It stays open even if its row disappears. */
export interface AskedDecision {
  asked: DecisionInput | undefined;
  /** The request as it is now: someone else may have decided. */
  newest: DmcaSummary | undefined;
  ask: (decision: DecisionInput) => void;
  /** Carries out the decision. */
  confirm: () => void;
  close: () => void;
  /** The request being decided. */
  runningId: string | undefined;
}

/** `rows` are the requests shown. If a filter has taken out the one in question, it is fetched alone. */
export function useAskedDecision(rows: readonly DmcaSummary[] | undefined): AskedDecision {
  const [asked, setAsked] = useState<DecisionInput>();
  const [sent, setSent] = useState<string>();
  const { run, isRunning } = useAdminMutation({
    run: (client, { request: { id: of }, status }: DecisionInput) =>
      client.takedowns.decide({ id: of, status, adminNotes: DMCA_NOTES[status] }),
    failure: 'Failed to update DMCA request',
    success: ({ message }, { status }) => ({
      title: status === 'approved' ? 'Request approved' : 'Request denied',
      description: message,
    }),
  });
  const id = asked?.request.id ?? '';
  const row = rows?.find((one) => one.id === id);
  const { data } = useAdminQuery(
    routes.takedowns.summary,
    { id },
    { isEnabled: asked !== undefined && row === undefined },
  );
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
