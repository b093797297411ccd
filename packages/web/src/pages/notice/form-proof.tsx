import type { Client } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';

const FRESH_MS = 60_000;

/** Tells the server that somebody filled in the form, and when it was opened. */
export function formProofQuery(client: Client): PageQuery<{ proof: string }> {
  return {
    queryKey: ['/api/reports/form'],
    // A notice without one is accepted too.
    queryFn: () => client.reports.form().catch(() => ({ proof: '' })),
    staleTime: FRESH_MS,
  };
}

export function FormProof() {
  const { data } = useAnswer(formProofQuery(useClient()));
  return <input type="hidden" name="proof" value={data?.proof ?? ''} />;
}
