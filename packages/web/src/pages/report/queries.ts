import type { Client, ReportStatus } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';
import { orElse } from '../../data/catalogue-queries.ts';

/** Null if the notice does not exist. Changes with every step. */
export function reportStatusQuery(client: Client, token = ''): PageQuery<ReportStatus | null> {
  return {
    queryKey: ['/api/reports/status/:token', token],
    queryFn: () => orElse(client.reports.status({ token }), null),
    staleTime: 0,
  };
}

type Confirmation = Awaited<ReturnType<Client['reports']['confirmation']>>;

export function confirmationQuery(client: Client, token = ''): PageQuery<Confirmation | null> {
  return {
    queryKey: ['/api/reports/confirm/:token', token],
    queryFn: () => orElse(client.reports.confirmation({ token }), null),
    staleTime: 0,
  };
}
