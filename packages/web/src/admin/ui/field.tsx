import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

const control =
  'w-full rounded-lg border border-edge bg-ground px-3 text-sm text-text placeholder:text-muted disabled:opacity-55 aria-invalid:border-danger';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FrameProps extends FieldProps {
  id: string;
  isRequired: boolean;
  children: ReactNode;
}

function Frame({ id, label, hint, error, isRequired, children }: FrameProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          className="max-h-48 overflow-y-auto text-xs wrap-anywhere whitespace-pre-line text-danger"
        >
          {error}
        </p>
      )}
    </div>
  );
}

/** The ids of a field's hint and error, for screen readers. */
function described(id: string, { hint, error }: FieldProps) {
  const parts = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return {
    ...(parts.length > 0 ? { 'aria-describedby': parts.join(' ') } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
}

export function TextField({
  label,
  hint,
  error,
  ...input
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }} isRequired={input.required ?? false}>
      <input
        type="text"
        {...input}
        id={id}
        {...described(id, { label, hint, error })}
        className={`${control} min-h-11`}
      />
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  ...input
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }} isRequired={input.required ?? false}>
      <textarea
        rows={4}
        {...input}
        id={id}
        {...described(id, { label, hint, error })}
        className={`${control} py-2.5 leading-relaxed`}
      />
    </Frame>
  );
}

interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  /** The words of the empty value, before all others. */
  none?: string;
  of?: Choices | undefined;
}

export function SelectField({ label, hint, error, none, of, children, ...input }: SelectFieldProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }} isRequired={input.required ?? false}>
      <select {...input} id={id} {...described(id, { label, hint, error })} className={`${control} min-h-11`}>
        {none !== undefined && <option value="">{none}</option>}
        <Options of={of} />
        {children}
      </select>
    </Frame>
  );
}

type TextsOf<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft] &
  string;

/** Binds fields to the texts of a draft, by their names; problems have the same names, behind a prefix if given. */
export function fieldsOf<Draft extends object>(
  draft: Draft,
  onChange: (draft: Draft) => void,
  problems: Readonly<Partial<Record<string, string>>> = {},
  prefix = '',
) {
  return (name: TextsOf<Draft>) => ({
    value: draft[name] as string,
    error: problems[prefix + name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
}

/** What a select offers: values and their words, as pairs or as a table. */
type Choices =
  | readonly (readonly [value: string | number, words: string])[]
  | Readonly<Record<string, string | { word: string }>>;

export function Options({ of = [] }: { of: Choices | undefined }) {
  const pairs: [string | number, string | { word: string }][] = Array.isArray(of) ? of : Object.entries(of);
  return pairs.map(([value, words]) => (
    <option key={value} value={value}>
      {typeof words === 'string' ? words : words.word}
    </option>
  ));
}

/** A checkbox; the whole line is clickable. */
export function CheckField({
  label,
  hint,
  ...input
}: Omit<FieldProps, 'error'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'>) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3">
      <input
        {...input}
        {...described(id, { label, hint })}
        type="checkbox"
        id={id}
        className="size-5 shrink-0 accent-(--primary)"
      />
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
