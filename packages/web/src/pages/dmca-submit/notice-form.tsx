import { type CaseField, copyright, type DMCA_LENGTHS, pageHref } from '@vesper/contract';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormProof } from '../notice/form-proof.tsx';
import { StatementField, TextArea, TextField } from '../notice/notice-fields.tsx';
import type { useNotice } from './use-notice.ts';

interface NoticeProps {
  notice: ReturnType<typeof useNotice>;
  values: Readonly<Record<string, string>>;
}

export function NoticeForm({ notice, values }: NoticeProps) {
  const { form, problems, stage, type, submit, offered, takeOffered } = notice;
  const field = (name: keyof typeof DMCA_LENGTHS) => {
    const { label, isOptional }: CaseField = copyright.fields[name];
    return {
      name,
      label: `${label} ${isOptional ? '(Optional)' : '*'}`,
      required: !isOptional,
      defaultValue: values[name],
      problems,
    };
  };
  const statement = (name: string) => ({
    name,
    required: true,
    defaultChecked: values[name] !== undefined,
    problems,
  });
  return (
    <form
      ref={form}
      method="post"
      action={pageHref.dmcaSubmit()}
      noValidate
      onSubmit={submit}
      onChange={type}
      aria-busy={stage === 'sending'}
      aria-labelledby="form-title"
      className="mt-6 grid gap-8"
    >
      <FieldGroup title="Your Contact Information">
        <TextField {...field('complainantName')} autoComplete="name" />
        <TextField {...field('complainantEmail')} type="email" autoComplete="email" />
        <TextArea
          {...field('complainantAddress')}
          hint="Required by DMCA law. This will not be made public."
          rows={3}
          autoComplete="street-address"
        />
        <TextField {...field('complainantPhone')} type="tel" autoComplete="tel" />
      </FieldGroup>
      <FieldGroup title="Copyright Information">
        <TextArea
          {...field('copyrightWork')}
          hint="Be specific: say what the work is, its title, and where the original can be seen."
          rows={4}
        />
        <TextField
          {...field('infringingUrl')}
          type="url"
          hint="Give the exact URL on our platform. Copy it from the address bar of the video's page."
        />
        {offered && (
          <p role="status" className="-mt-3 text-sm text-muted wrap-anywhere">
            The address you typed before is kept. You came here to report {offered}.{' '}
            <button type="button" className="min-h-11 underline underline-offset-2" onClick={takeOffered}>
              Use this address
            </button>
          </p>
        )}
        <TextArea {...field('additionalInfo')} rows={3} />
      </FieldGroup>
      <FieldGroup title="Legal Statements">
        <FalseClaims />
        <StatementField
          {...statement('goodFaithStatement')}
          label="I have a good faith belief that the use of the material in the manner complained of is not authorized by the copyright owner, its agent, or the law. *"
        />
        <StatementField
          {...statement('accuracyStatement')}
          label="I state that the information in this notification is accurate and, under penalty of perjury, that I am the copyright owner or am authorized to act on behalf of the owner of an exclusive right that is allegedly infringed. *"
        />
        <TextField
          {...field('signature')}
          hint="Type your full name. Typing your name here is a legally binding signature."
          autoComplete="off"
        />
      </FieldGroup>
      <FormProof />
      <div>
        <div className="flex flex-col gap-3 sm:flex-row">
          <button
            type="submit"
            aria-disabled={stage === 'sending'}
            className="button primary primary-hover button-large aria-disabled:cursor-progress aria-disabled:opacity-70 sm:min-w-60"
          >
            {stage === 'sending' ? 'Submitting...' : 'Submit DMCA Request'}
          </button>{' '}
          <a href={pageHref.dmca()} className="button quiet button-large">
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

function FalseClaims() {
  return (
    <div className="flex gap-3 rounded-lg border border-danger bg-ground p-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="text-sm leading-relaxed">
        <p className="font-semibold text-danger">False Claims May Result in Liability</p>
        <p className="mt-1">
          Under Section 512(f) of the DMCA, anyone who knowingly and materially misrepresents that material is
          infringing may be liable for damages, including costs and attorneys' fees.
        </p>
      </div>
    </div>
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
