import { useContext } from 'react';
import { useAddress } from '../../data/address.ts';
import type { Answers, PageQuery } from '../../data/answers.ts';
import { AnswersContext } from '../../data/use-answer.ts';

/** What a page's form was refused with when it was posted without script (kernel/http/page-forms.ts). */
export interface RefusedForm {
  fields: Readonly<Record<string, string>>;
  message: string;
  /** By field. */
  problems: Readonly<Record<string, string>>;
}

/** No query: it is served with the page that shows the form again. */
const REFUSED_KEY: PageQuery['queryKey'] = ['/api/reports/:slug', 'refused'];

export function saveRefused(cache: Answers, path: string, refused: RefusedForm): void {
  cache.set(REFUSED_KEY, { data: { ...refused, path } });
}

/** Of the page at `path`, if it shows its form again. */
export function refusedAt(cache: Answers, path: string): RefusedForm | undefined {
  const refused = cache.read<RefusedForm & { path: string }>(REFUSED_KEY).data;
  return refused?.path === path ? refused : undefined;
}

export function useRefused(): RefusedForm | undefined {
  const { path } = useAddress();
  return refusedAt(useContext(AnswersContext), path);
}
