import type { Handlers } from '../../kernel/http/mount.ts';
import { openApiDocument } from './openapi.ts';

export function apiDocumentRoutes(): Handlers['apiDocument'] {
  let document: Record<string, unknown> | undefined;
  return {
    // Made when it is first asked for: most processes never are.
    async openApi() {
      document ??= openApiDocument();
      return document;
    },
  };
}
