import { CallError, type Client, type Routes } from '@vesper/contract';
import type { TestSite } from './site.ts';

type Calls = Client['downloads'];

/** An administrator's download calls over HTTP; a refusal is an error with code, sentence and fields. */
export function downloadCalls(site: () => TestSite) {
  const admins = new WeakMap<TestSite, Promise<Client>>();
  const adminOf = (one: TestSite): Promise<Client> => {
    const admin = admins.get(one) ?? one.admin();
    admins.set(one, admin);
    return admin;
  };
  return async <N extends keyof Routes['downloads']>(name: N, input: Record<string, unknown> = {}) => {
    const { downloads } = await adminOf(site());
    try {
      // Tests also send invalid input.
      const call = downloads[name] as unknown as (input: object) => ReturnType<Calls[N]>;
      return await call(input);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      throw Object.assign(new Error(error.sentence), { code: error.code, fields: error.fields });
    }
  };
}
