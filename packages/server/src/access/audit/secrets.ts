const LEFT_OUT = '(left out)';

/** Secrets by the name of their field, in whatever call. */
const SECRET_FIELD = /passw|secret|token$|recoverycodes|cookie|authorization|credential|privatekey/i;

/** Secrets that a name alone does not give away: `code` is a language's as well. */
export const SECRETS_OF_CALLS: Readonly<Record<string, readonly string[]>> = {
  'account.enableTotp': ['code'],
  'account.addPasskey': ['id', 'rawId', 'response'],
};

/** The input or the changes of an act without its secrets, at any depth. */
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
