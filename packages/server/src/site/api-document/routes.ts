import type { Handlers } from '../../kernel/http/mount.ts';
import { openApiDocument } from './openapi.ts';

export function apiDocumentRoutes(): Handlers['apiDocument'] {
  let document: Record<string, unknown> | undefined;
  return {
    // Built on first request: most processes never need it.
    async openApi() {
      document ??= openApiDocument();
      return document;
    },
  };
}
