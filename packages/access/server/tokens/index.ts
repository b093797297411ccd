export { revokeTokens } from './queries.ts';
export { actorOfToken } from './tokens.ts';
