import { routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/calls.ts';

export function useLanguages() {
  const { data, error, refetch } = useAdminQuery(routes.languages.list);
  return { languages: data, error, refetch };
}
