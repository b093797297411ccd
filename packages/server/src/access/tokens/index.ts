export { revokeAllTokens, revokeTokensOf } from './queries.ts';
export { actorOfToken } from './tokens.ts';
