export { accountRoutes } from './account-routes.ts';
export {
  actorOf,
  createAdminSessions,
  forgetSessions,
  listAdministrators,
  standingSessions,
} from './admin-session.ts';
export { administratorRoutes, adminSessionRoutes } from './administrator-routes.ts';
export {
  addAdministrator,
  administratorNamed,
  ensureFirstAdministrator,
  type FirstAdministrator,
  removeAdministrator,
  resetAdministrator,
  resetSecondFactor,
  usernameProblem,
} from './administrators.ts';
export { adminRoutes } from './routes.ts';
