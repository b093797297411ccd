import { expect, test } from 'vitest';
import { curlOf, type ShownCall } from './api-document.ts';

const CALL: ShownCall = {
  ...{ method: 'PATCH', path: '/api/video-sources/{id}', operationId: 'sources.change', tags: ['sources'] },
  ...{ 'x-vesper-caller': 'admin', 'x-vesper-scope': ['ingest:write'], responses: {} },
  parameters: [{ name: 'id', in: 'path', required: true, example: 'a/b' }],
  requestBody: { content: { 'application/json': { example: { name: "Anna's" } } } },
};

test('the example can be typed into a shell', () => {
  expect(curlOf(CALL, 'https://site.test')).toBe(
    [
      "curl -X PATCH 'https://site.test/api/video-sources/a%2Fb' \\",
      '  -H "Authorization: Bearer $VESPER_TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      "  -d '{\"name\":\"Anna'\\''s\"}'",
    ].join('\n'),
  );
  const { 'x-vesper-scope': _, requestBody: __, ...open } = CALL;
  const parameters = [{ name: 'url', in: 'query', required: true, example: 'https://x.test/?a=1' } as const];
  expect(curlOf({ ...open, method: 'GET', path: '/api/x', parameters }, '')).toBe(
    "curl '/api/x?url=https%3A%2F%2Fx.test%2F%3Fa%3D1'",
  );
});
