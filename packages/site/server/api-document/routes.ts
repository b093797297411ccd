import type { Handlers } from '@vesper/core/http/mount.ts';
import { openApiDocument } from './openapi.ts';

export function apiDocumentRoutes(): Handlers['apiDocument'] {
  let document: Record<string, unknown> | undefined;
  return {
    async openApi() {
      document ??= openApiDocument();
      return document;
    },
  };
}
