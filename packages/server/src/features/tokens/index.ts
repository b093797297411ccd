export { tokenRoutes } from './routes.ts';
export { actorOfToken, createToken } from './tokens.ts';
