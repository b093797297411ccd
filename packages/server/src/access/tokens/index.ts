export { revokeAllTokens, revokeTokensOf } from './queries.ts';
export { tokenRoutes } from './routes.ts';
export { actorOfToken, createToken } from './tokens.ts';
