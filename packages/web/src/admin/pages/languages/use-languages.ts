import { routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/use-admin-query.ts';

export function useLanguages() {
  const { data, error, refetch } = useAdminQuery(routes.languages.list);
  return { languages: data, error, refetch };
}
