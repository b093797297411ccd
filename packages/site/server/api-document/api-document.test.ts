import { Validator } from '@seriousme/openapi-schema-validator';
import { type Call, ERROR_STATUS } from '@vesper/contract';
import { namedCalls } from '@vesper/core/http/call-names.ts';
import { expect, test } from 'vitest';
import { exampleInput } from './example.ts';
import { errorsOf, openApiDocument } from './openapi.ts';

interface Operation {
  operationId: string;
  summary?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { 'application/json': { schema: { properties: object } } } };
  responses: Record<string, { content: { 'application/json': { schema: object } } }>;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, Record<string, Operation>>;
};

function operationOf(call: Call): Operation {
  const path = call.path.replace(/:([a-zA-Z]+)/g, '{$1}');
  const operation = document.paths[path]?.[call.method.toLowerCase()];
  if (!operation) throw new Error(`${call.method} ${path} is not in the document.`);
  return operation;
}

const named = (name: string) => {
  const found = namedCalls.find((one) => one.name === name);
  if (!found) throw new Error(`There is no call ${name}.`);
  return operationOf(found.call);
};

test('the document is valid OpenAPI 3.1 according to its meta schema', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('every call is in it once, with all inputs and responses', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    namedCalls.map(({ name }) => name).toSorted(),
  );
  for (const { name, call } of namedCalls) {
    const operation = operationOf(call);
    expect(operation.operationId).toBe(name);
    const names = (place: string) =>
      (operation.parameters ?? []).filter((one) => one.in === place).map((one) => one.name);
    expect(names('path')).toEqual([...call.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
    expect(names('query')).toEqual(Object.keys(call.query?.shape ?? {}));
    expect(Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {})).toEqual(
      Object.keys(call.body?.shape ?? {}),
    );
    const statuses = new Set(['200', ...errorsOf(call).map((code) => String(ERROR_STATUS[code]))]);
    expect(new Set(Object.keys(operation.responses))).toEqual(statuses);
    for (const code of call.errors ?? []) expect(errorsOf(call), name).toContain(code);
  }
  expect(Object.keys(named('dumps.runs').responses)).toContain('409');
});

test('it states who may make a call, and the required scope', () => {
  expect(named('videos.list').security).toEqual([]);
  expect(named('admin.login').security).toEqual([{}, { session: [] }]);
  expect(named('sources.list').security).toEqual([
    { session: [] },
    { token: ['ingest:read'] },
    { token: ['ingest:write'] },
  ]);
  expect(named('sources.create').security).toEqual([{ session: [] }, { token: ['ingest:write'] }]);
  expect(named('audit.list').security).toEqual([{ session: [] }]);
  expect(named('tokens.create').security).toEqual([{ session: [] }]);
  expect(named('tokens.create')).toMatchObject({ 'x-vesper-asks-password': true });
  expect(named('apiDocument.openApi').security.length).toBeGreaterThan(2);
});

test.each(namedCalls.filter(({ call }) => call.params ?? call.query ?? call.body))(
  'the example for $name is accepted by it (a schema can name one: .meta({ examples }))',
  ({ call }) => {
    for (const schema of [call.params, call.query, call.body])
      for (const whole of [false, true]) {
        const result = schema?.safeParse(exampleInput(schema, { whole }));
        expect(result?.error?.issues ?? []).toEqual([]);
      }
  },
);

const rest = {
  method: 'GET',
  path: '/x',
  summary: '',
  output: namedCalls[0]!.call.output,
} as const;

/** A call that does not say who may make it does not compile. */
export const undeclared = {
  public: { ...rest, caller: 'public' },
  // @ts-expect-error: nobody is named.
  nobody: { ...rest },
  // @ts-expect-error: an administrator's call without its area.
  noArea: { ...rest, caller: 'admin' },
  // @ts-expect-error: not a caller.
  other: { ...rest, caller: 'friend' },
} satisfies Record<string, Call>;
