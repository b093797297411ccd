import { CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';

export type Problems = ReadonlyMap<string, string>;

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  problems: Problems;
}

type TextFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'required' | 'defaultValue'>;
type TextAreaProps = FieldProps &
  Pick<ComponentProps<'textarea'>, 'rows' | 'autoComplete' | 'required' | 'defaultValue' | 'dir'>;

const box =
  'mt-1.5 block w-full scroll-mt-32 rounded-lg border border-edge bg-ground px-3 text-base text-text transition-colors aria-invalid:border-danger';

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
        dir="auto"
        {...attributes}
        {...described(name, hint, problems)}
        className={`${box} resize-y py-2.5 leading-normal`}
      />
      <FieldNotes name={name} hint={hint} problem={problems.get(name)} />
    </div>
  );
}

interface StatementProps extends FieldProps {
  required?: boolean;
  defaultChecked?: boolean;
}

/** The browser must not tick it again by itself after a reload. */
export function StatementField({ name, label, problems, ...attributes }: StatementProps) {
  return (
    <div>
      <label htmlFor={name} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
        <input
          type="checkbox"
          autoComplete="off"
          {...attributes}
          {...described(name, undefined, problems)}
          className={tick}
        />
        <span className="text-sm leading-relaxed">{label}</span>
      </label>
      <FieldNotes name={name} problem={problems.get(name)} />
    </div>
  );
}

const tick = 'mt-0.5 size-5 shrink-0 scroll-mt-32 accent-primary';

interface ChoiceProps extends FieldProps {
  choices: Readonly<Record<string, string>>;
  chosen: string | undefined;
}

/** Links to the field lead to the first choice. */
export function ChoiceField({ name, label, hint, problems, choices, chosen }: ChoiceProps) {
  const { id, ...attributes } = described(name, hint, problems);
  return (
    <fieldset className="min-w-0" aria-describedby={attributes['aria-describedby']}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1 grid sm:grid-cols-2 sm:gap-x-6">
        {Object.entries(choices).map(([value, words], index) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="radio"
              {...(index === 0 ? { id } : {})}
              name={name}
              value={value}
              aria-invalid={attributes['aria-invalid']}
              defaultChecked={value === chosen}
              className={tick}
            />
            <span className="text-sm leading-relaxed">{`${words} `}</span>
          </label>
        ))}
      </div>
      <FieldNotes name={name} hint={hint} problem={problems.get(name)} />
    </fieldset>
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
