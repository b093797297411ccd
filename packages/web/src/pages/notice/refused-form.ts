import { useContext } from 'react';
import { useAddress } from '../../data/address.ts';
import type { Answers, PageQuery } from '../../data/answers.ts';
import { AnswersContext } from '../../data/use-answer.ts';

/** A form that was posted without script and rejected (core/server/http/page-forms.ts). */
export interface RefusedForm {
  fields: Readonly<Record<string, string>>;
  message: string;
  problems: Readonly<Record<string, string>>;
}

/** No query: served with the page that shows the form again. */
const REFUSED_KEY: PageQuery['queryKey'] = ['/api/reports/:slug', 'refused'];

export function saveRefused(cache: Answers, path: string, refused: RefusedForm): void {
  cache.set(REFUSED_KEY, { data: { ...refused, path } });
}

export function refusedAt(cache: Answers, path: string): RefusedForm | undefined {
  const refused = cache.read<RefusedForm & { path: string }>(REFUSED_KEY).data;
  return refused?.path === path ? refused : undefined;
}

export function useRefused(): RefusedForm | undefined {
  const { path } = useAddress();
  return refusedAt(useContext(AnswersContext), path);
}
