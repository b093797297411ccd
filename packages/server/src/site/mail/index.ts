export { mailboxOf } from './address.ts';
export { type NewMail, putMail, tendOutbox } from './outbox.ts';
export { countUnsentMails, releaseMails, selectUnsentMails } from './queries.ts';
export { mailRoutes } from './routes.ts';
