export {
  type AdminSessions,
  actorOf,
  createAdminSessions,
  forgetSessions,
  standingSessions,
} from './admin-session.ts';
export {
  addAdministrator,
  administratorNamed,
  ensureFirstAdministrator,
  type FirstAdministrator,
  resetAdministrator,
  usernameProblem,
} from './administrators.ts';
