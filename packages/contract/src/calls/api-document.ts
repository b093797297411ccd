import { z } from 'zod';
import type { CallGroup } from '../call.ts';

export const apiDocumentCalls = {
  openApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Describes all calls in OpenAPI 3.1.',
    caller: 'admin',
    area: 'account',
    anyToken: true,
    output: z.record(z.string(), z.unknown()),
    errors: [],
  },
} as const satisfies CallGroup;
