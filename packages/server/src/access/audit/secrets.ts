import type { Call } from '@vesper/contract';

const LEFT_OUT = '(left out)';

/** Field names of secrets, in any call. */
const SECRET_FIELD = /passw|secret|token$|recoverycodes|cookie|authorization|credential|privatekey/i;

/** Secrets with ambiguous names: a language has a `code` too. */
export const SECRETS_OF_CALLS: Readonly<Record<string, readonly string[]>> = {
  'account.enableTotp': ['code'],
  'account.addPasskey': ['id', 'rawId', 'response'],
};

/** Stands for what the log is not told. */
export const SEALED = '(sealed)';

/** An act's input without what its call declares as sealed: the log could never forget it. */
export function withoutSealed(call: Call, input: Record<string, unknown>): Record<string, unknown> {
  const sealed = call.caller === 'admin' ? (call.sealedInput ?? []) : [];
  const given = sealed.filter((field) => input[field] !== undefined && input[field] !== null);
  return { ...input, ...Object.fromEntries(given.map((field) => [field, SEALED])) };
}

/** An act's input or changes without secrets, at any depth. */
export function withoutSecrets(action: string, value: unknown): unknown {
  const ofCall = SECRETS_OF_CALLS[action] ?? [];
  const isSecret = (field: string) => SECRET_FIELD.test(field) || ofCall.includes(field);
  const clean = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null || one instanceof Date) return one;
    return Object.fromEntries(
      Object.entries(one).map(([field, part]) => [field, isSecret(field) ? LEFT_OUT : clean(part)]),
    );
  };
  return clean(value);
}
