import { expect, it } from 'vitest';
import { pagePolicy as served } from '../packages/core/server/http/security-headers.ts';
import { pagePolicy as tried } from '../packages/web/test/page-policy.ts';

it('the web is tried under the policy that the server sends', () => {
  const hashes = { scripts: ["'sha256-one'", "'sha256-two'"], styles: ["'sha256-three'"] };
  for (const frames of [[], ['https://player.example', 'https://player.test']])
    expect(tried({ ...hashes, frames })).toBe(served({ ...hashes, frames }));
});
