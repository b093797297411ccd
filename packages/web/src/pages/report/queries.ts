import type { Client, ReportStatus } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';
import { saysMissing } from '../../data/call-failure.ts';

/** Null if there is no such notice. It changes with every step. */
export function reportStatusQuery(client: Client, token = ''): PageQuery<ReportStatus | null> {
  return {
    queryKey: ['/api/reports/status/:token', token],
    queryFn: () => nullIfMissing(client.reports.status({ token })),
    staleTime: 0,
  };
}

type Confirmation = Awaited<ReturnType<Client['reports']['confirmation']>>;

/** Null if there is no such notice. */
export function confirmationQuery(client: Client, token = ''): PageQuery<Confirmation | null> {
  return {
    queryKey: ['/api/reports/confirm/:token', token],
    queryFn: () => nullIfMissing(client.reports.confirmation({ token })),
    staleTime: 0,
  };
}

async function nullIfMissing<Data>(call: Promise<Data>): Promise<Data | null> {
  try {
    return await call;
  } catch (error) {
    if (saysMissing(error)) return null;
    throw error;
  }
}
