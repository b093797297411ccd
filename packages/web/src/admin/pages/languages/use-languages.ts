import { useAdminQuery } from '../../data/use-admin-query.ts';

export const LANGUAGES_PATH = '/api/languages';

export function useLanguages() {
  const { data, error, refetch } = useAdminQuery(LANGUAGES_PATH, (client) => client.languages.list());
  return { languages: data, error, refetch };
}
