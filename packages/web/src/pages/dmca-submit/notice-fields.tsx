import { CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Problems } from './use-notice.ts';

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  problems: Problems;
}

type TextFieldProps = FieldProps & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'required'>;
type TextAreaProps = FieldProps & Pick<ComponentProps<'textarea'>, 'rows' | 'autoComplete' | 'required'>;

const box =
  'mt-1.5 block w-full scroll-mt-32 rounded-lg border border-edge bg-ground px-3 text-base text-text transition-colors aria-invalid:border-danger';

/** A line of text with its label above and its hint and error below. */
export function TextField({ name, label, hint, problems, ...attributes }: TextFieldProps) {
  return (
    <div>
      <FieldLabel name={name} label={label} />
      <input
        {...attributes}
        {...described(name, hint, problems)}
        // Addresses run from left to right in every language.
        dir={attributes.type === 'email' || attributes.type === 'url' ? 'ltr' : 'auto'}
        className={`${box} h-11`}
      />
      <FieldNotes name={name} hint={hint} problem={problems.get(name)} />
    </div>
  );
}

export function TextArea({ name, label, hint, problems, ...attributes }: TextAreaProps) {
  return (
    <div>
      <FieldLabel name={name} label={label} />
      <textarea
        {...attributes}
        {...described(name, hint, problems)}
        dir="auto"
        className={`${box} resize-y py-2.5 leading-normal`}
      />
      <FieldNotes name={name} hint={hint} problem={problems.get(name)} />
    </div>
  );
}

/** A statement to be ticked. The browser must not tick it again by itself after a reload. */
export function StatementField({ name, label, problems }: FieldProps) {
  return (
    <div>
      <label htmlFor={name} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
        <input
          type="checkbox"
          required
          autoComplete="off"
          {...described(name, undefined, problems)}
          className="mt-0.5 size-5 shrink-0 scroll-mt-32 accent-primary"
        />
        <span className="text-sm leading-relaxed">{label}</span>
      </label>
      <FieldNotes name={name} problem={problems.get(name)} />
    </div>
  );
}

function described(name: string, hint: string | undefined, problems: Problems) {
  const isWrong = problems.has(name);
  const notes = [hint && `${name}-hint`, isWrong && `${name}-problem`].filter(Boolean).join(' ');
  return { id: name, name, 'aria-invalid': isWrong, 'aria-describedby': notes || undefined };
}

function FieldLabel({ name, label }: { name: string; label: string }) {
  return (
    <label htmlFor={name} className="block text-sm font-medium">
      {label}
    </label>
  );
}

interface FieldNotesProps {
  name: string;
  hint?: string | undefined;
  problem: string | undefined;
}

function FieldNotes({ name, hint, problem }: FieldNotesProps) {
  return (
    <>
      {problem && (
        <p id={`${name}-problem`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm leading-normal text-pretty text-muted">
          {hint}
        </p>
      )}
    </>
  );
}
