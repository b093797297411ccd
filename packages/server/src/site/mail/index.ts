export { mailboxOf } from './address.ts';
export { selectMailMoments } from './figure-queries.ts';
export { type OldMails, sealMailsInClear } from './old-mails.ts';
export { type NewMail, putMail, sentBy, tendOutbox } from './outbox.ts';
export { countMailsSince, countUnsentMails, forgetMails, lastMailTo, selectUnsentMails } from './queries.ts';
