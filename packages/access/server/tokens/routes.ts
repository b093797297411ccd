import type { Handlers } from '@vesper/core/http/mount.ts';
import { createToken, listTokens, revokeToken, type Tokens } from './tokens.ts';

export function tokenRoutes(tokens: Tokens): Handlers['tokens'] {
  return {
    list: (_input, { actor }) => listTokens(tokens, actor),
    async create(input, { actor, act }) {
      const created = await createToken(tokens, actor, input);
      const { id, name, prefix, scopes, expiresAt } = created.details;
      act.changed({ subject: id, after: { name, prefix, scopes, expiresAt } });
      return created;
    },
    async revoke({ id }, { actor, act }) {
      const revoked = await revokeToken(tokens, actor, id);
      const { name, prefix, administrator, revokedAt } = revoked;
      act.changed({ before: { name, prefix, administrator, revokedAt: null }, after: { revokedAt } });
      return revoked;
    },
  };
}
