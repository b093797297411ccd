import type { Handlers } from '../../http/mount.ts';
import type { CatalogueFor } from '../videos/index.ts';
import type { ViewCounter } from '../views/index.ts';
import { getKeywordPage } from './keywords.ts';

export function keywordRoutes(catalogueFor: CatalogueFor, views: ViewCounter): Handlers['keywords'] {
  return {
    get: (input, { hostname, visitor }) => getKeywordPage(catalogueFor(hostname), views, input, visitor),
  };
}
