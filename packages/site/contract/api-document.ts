import { type AreaCalls, callsInArea } from '@vesper/core/contract';
import { z } from 'zod';

export const apiDocumentCalls = callsInArea('account', {
  openApi: {
    route: 'GET /api/openapi.json',
    summary: 'Describes all calls in OpenAPI 3.1.',
    anyToken: true,
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies AreaCalls);
