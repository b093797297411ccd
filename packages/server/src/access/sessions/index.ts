export {
  type AdminSessions,
  actorOf,
  createAdminSessions,
  forgetSessions,
  listAdministrators,
  standingSessions,
} from './admin-session.ts';

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
