import type { Handlers } from '../../http/mount.ts';
import type { Catalogue } from '../videos/index.ts';
import type { ViewCounter } from '../views/index.ts';
import { getKeywordPage } from './keywords.ts';

export function keywordRoutes(catalogue: Catalogue, views: ViewCounter): Handlers['keywords'] {
  return { get: (input, { visitor }) => getKeywordPage(catalogue, views, input, visitor) };
}
