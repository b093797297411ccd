import type { Client, TransparencyReport } from '@vesper/contract';
import type { PageQuery } from '../../data/answers.ts';

export function reportQuery(client: Client): PageQuery<TransparencyReport> {
  return { queryKey: ['/api/transparency'], queryFn: () => client.transparency.report() };
}
