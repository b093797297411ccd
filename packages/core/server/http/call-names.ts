import { type Call, routes } from '@vesper/contract';

/** `sources.change` is `change` of the group `sources`. */
export interface NamedCall {
  group: string;
  name: string;
  call: Call;
}

export const namedCalls: readonly NamedCall[] = Object.entries(
  routes as Record<string, Record<string, Call>>,
).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, call]) => ({ group, name: `${group}.${name}`, call })),
);

const names = new Map<Call, string>(namedCalls.map(({ name, call }) => [call, name]));

/** For the audit log and the API document; method and path for a call outside the table. */
export function nameOfCall(call: Call): string {
  return names.get(call) ?? `${call.method} ${call.path}`;
}
