export { type AdminSessions, actorOf, createAdminSessions, standingSessions } from './admin-session.ts';
export { ensureFirstAdministrator, type FirstAdministrator, usernameProblem } from './administrators.ts';
