import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../../call.ts';

export const apiDocumentCalls = callsInArea('account', {
  openApi: {
    route: 'GET /api/openapi.json',
    summary: 'Describes all calls in OpenAPI 3.1.',
    anyToken: true,
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies AreaCalls);
