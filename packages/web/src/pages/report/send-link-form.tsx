import { pageHref, type ReportStatus } from '@vesper/contract';
import { largeQuietButton } from '../../ui/control-classes.ts';
import { dayOf } from './day-of.ts';

/** Mails the link that confirms the mailbox once more, without script. */
export function SendLinkForm({ token, status: { linkedAt } }: { token: string; status: ReportStatus }) {
  return (
    <form method="post" action={pageHref.reportStatus(token)} className="mt-5 border-t border-line pt-5">
      <input type="hidden" name="act" value="link" />
      <p className="text-sm leading-relaxed text-pretty text-muted">
        {linkedAt === null
          ? 'Your mailbox has had as many of our mails as we send in a day. You can ask for the link here.'
          : `The link was mailed on ${dayOf(linkedAt)}. Not there? Look among unwanted mail, or ask for it again: once an hour.`}
      </p>
      <button type="submit" className={`${largeQuietButton} mt-3`}>
        {linkedAt === null ? 'Send the link' : 'Send the link again'}
      </button>
    </form>
  );
}
