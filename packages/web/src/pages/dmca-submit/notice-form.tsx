import { type PageSearch, pageHref } from '@vesper/contract';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDomainConfig } from '../../data/client-context.tsx';
import { largePrimaryButton, largeQuietButton } from '../../ui/control-classes.ts';
import { addressToReport } from './notice-draft.ts';
import { StatementField, TextArea, TextField } from './notice-fields.tsx';
import type { Problems, useNotice } from './use-notice.ts';

interface NoticeProps {
  notice: ReturnType<typeof useNotice>;
}

/** The form of the specification's section 2, in its order and its words. */
export function NoticeForm({ notice }: NoticeProps) {
  const { form, problems, stage, type, submit } = notice;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onChange={type}
      aria-busy={stage === 'sending'}
      aria-labelledby="form-title"
      className="mt-6 grid gap-8 nojs:hidden"
    >
      <ContactFields problems={problems} />
      <WorkFields notice={notice} />
      <LegalStatements problems={problems} />
      <div>
        <div className="flex flex-col gap-3 sm:flex-row">
          <button
            type="submit"
            // Before the script arrives, the browser would submit the form into the address bar.
            disabled={stage === 'loading'}
            aria-disabled={stage === 'sending'}
            className={`${largePrimaryButton} aria-disabled:cursor-progress aria-disabled:opacity-70 sm:min-w-60`}
          >
            {stage === 'sending' ? 'Submitting...' : 'Submit DMCA Request'}
          </button>
          <a href={pageHref.dmca()} className={largeQuietButton}>
            Cancel
          </a>
        </div>
        <p className="mt-4 text-sm leading-relaxed text-pretty text-muted">
          By submitting this form, you certify that the information in it is accurate. False statements may
          have legal consequences.
        </p>
      </div>
    </form>
  );
}

/** Without script: the same notice by e-mail, with a link's address. */
export function WithoutScript({ search }: { search: PageSearch }) {
  const { config } = useDomainConfig();
  const reported = addressToReport(search, `https://${config.domain}`);
  const body = reported && `&body=${encodeURIComponent(`URL of infringing material: ${reported}`)}`;
  return (
    <p className="mt-4 hidden rounded-lg border border-line bg-ground p-4 text-sm leading-relaxed nojs:block">
      This form needs JavaScript, which is switched off in your browser. You can send the same information by
      e-mail instead, to{' '}
      <a
        className="wrap-anywhere underline"
        href={`mailto:${config.contactEmail}?subject=DMCA%20notice${body}`}
      >
        {config.contactEmail}
      </a>
      . The DMCA Policy lists what a notice must contain.
    </p>
  );
}

function ContactFields({ problems }: { problems: Problems }) {
  return (
    <FieldGroup title="Your Contact Information">
      <TextField
        name="complainantName"
        label="Full Name *"
        autoComplete="name"
        required
        problems={problems}
      />
      <TextField
        name="complainantEmail"
        type="email"
        label="Email Address *"
        autoComplete="email"
        required
        problems={problems}
      />
      <TextArea
        name="complainantAddress"
        label="Physical Address *"
        hint="Required by DMCA law. This will not be made public."
        rows={3}
        autoComplete="street-address"
        required
        problems={problems}
      />
      <TextField
        name="complainantPhone"
        type="tel"
        label="Phone Number (Optional)"
        autoComplete="tel"
        problems={problems}
      />
    </FieldGroup>
  );
}

function WorkFields({ notice: { problems, offered, takeOffered } }: NoticeProps) {
  return (
    <FieldGroup title="Copyright Information">
      <TextArea
        name="copyrightWork"
        label="Description of Copyrighted Work *"
        hint="Be specific: say what the work is, its title, and where the original can be seen."
        rows={4}
        required
        problems={problems}
      />
      <TextField
        name="infringingUrl"
        type="url"
        label="URL of Infringing Material *"
        hint="Give the exact URL on our platform, as it stands in the address bar of the video's page."
        required
        problems={problems}
      />
      {offered && (
        <p role="status" className="-mt-3 text-sm text-muted wrap-anywhere">
          The address you typed before is kept. You came here to report {offered}.{' '}
          <button type="button" className="min-h-11 underline underline-offset-2" onClick={takeOffered}>
            Use this address
          </button>
        </p>
      )}
      <TextArea
        name="additionalInfo"
        label="Additional Information (Optional)"
        rows={3}
        problems={problems}
      />
    </FieldGroup>
  );
}

function LegalStatements({ problems }: { problems: Problems }) {
  return (
    <FieldGroup title="Legal Statements">
      <div className="flex gap-3 rounded-lg border border-danger bg-ground p-4">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <div className="text-sm leading-relaxed">
          <p className="font-semibold text-danger">False Claims May Result in Liability</p>
          <p className="mt-1">
            Under Section 512(f) of the DMCA, anyone who knowingly and materially misrepresents that material
            is infringing may be liable for damages, including costs and attorneys' fees.
          </p>
        </div>
      </div>
      <StatementField
        name="goodFaithStatement"
        label="I have a good faith belief that the use of the material in the manner complained of is not authorized by the copyright owner, its agent, or the law. *"
        problems={problems}
      />
      <StatementField
        name="accuracyStatement"
        label="I state that the information in this notification is accurate and, under penalty of perjury, that I am the copyright owner or am authorized to act on behalf of the owner of an exclusive right that is allegedly infringed. *"
        problems={problems}
      />
      <TextField
        name="signature"
        label="Electronic Signature *"
        hint="Type your full name. Typing your name here is a legally binding signature."
        autoComplete="off"
        required
        problems={problems}
      />
    </FieldGroup>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="w-full border-b border-line pb-2">
        <h3 className="font-semibold">{title}</h3>
      </legend>
      <div className="mt-4 grid gap-5">{children}</div>
    </fieldset>
  );
}
