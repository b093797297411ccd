export { actorOf, createAdminSessions, forgetSessions, listAdministrators } from './admin-session.ts';
export {
  addAdministrator,
  ensureFirstAdministrator,
  type FirstAdministrator,
  resetAdministrator,
  usernameProblem,
} from './administrators.ts';
export { forgetSessionsJob } from './jobs.ts';
export { adminRoutes } from './routes.ts';
