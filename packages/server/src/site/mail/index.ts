export { mailboxOf } from './address.ts';
export { selectMailMoments } from './figure-queries.ts';
export { type NewMail, putMail, sentBy } from './outbox.ts';
export { countMailsSince, countUnsentMails, forgetMails, lastMailTo } from './queries.ts';
