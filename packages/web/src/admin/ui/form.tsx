import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { DialogButtons } from './dialog/dialog.tsx';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => void;
}

export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      className="flex flex-col gap-4"
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

interface FormButtonsProps extends Pick<ComponentProps<typeof Button>, 'look' | 'isBusy' | 'disabled'> {
  action: string | undefined;
  onClose: () => void;
}

export function FormButtons({ action, look = 'primary', onClose, ...button }: FormButtonsProps) {
  return (
    <DialogButtons>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" look={look} {...button}>
        {action}
      </Button>
    </DialogButtons>
  );
}

interface SaveButtonsProps {
  isChanged: boolean;
  isBusy: boolean;
  onDiscard: () => void;
}

export function SaveButtons({ isChanged, isBusy, onDiscard }: SaveButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button disabled={!isChanged} onClick={onDiscard}>
        Discard changes
      </Button>
      <Button type="submit" look="primary" isBusy={isBusy} disabled={!isChanged}>
        Save
      </Button>
    </div>
  );
}

const look =
  'w-full rounded-lg border border-edge bg-ground px-3 text-sm text-text placeholder:text-muted disabled:opacity-55 aria-invalid:border-danger';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Spans all columns of its grid. */
  isWide?: boolean | undefined;
}

type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<Tag>, 'id'>;

interface FrameProps extends FieldProps {
  required?: boolean | undefined;
  /** `bound` ties the control to label, hint and error. */
  children: (bound: ReturnType<typeof boundTo>) => ReactNode;
}

function Frame({ label, hint, error, isWide, required, children }: FrameProps) {
  const id = useId();
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${isWide ? 'col-span-full' : ''}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required && <span aria-hidden> *</span>}
      </label>
      {children(boundTo(id, hint, error))}
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

function boundTo(id: string, hint: ReactNode, error?: string) {
  const parts = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    ...(parts.length > 0 && { 'aria-describedby': parts.join(' ') }),
    ...(error && { 'aria-invalid': true }),
  };
}

export function TextField({ label, hint, error, isWide, ...input }: ControlProps<'input'>) {
  return (
    <Frame {...{ label, hint, error, isWide }} required={input.required}>
      {(bound) => <input type="text" {...input} {...bound} className={`${look} min-h-11`} />}
    </Frame>
  );
}

interface SearchFieldProps {
  label?: string;
  placeholder: string;
  value: string;
  maxLength?: number;
  onChange: (text: string) => void;
}

export function SearchField({ label = 'Search', onChange, ...input }: SearchFieldProps) {
  return (
    <TextField label={label} type="search" {...input} onChange={({ target }) => onChange(target.value)} />
  );
}

export function TextArea({ label, hint, error, isWide, ...input }: ControlProps<'textarea'>) {
  return (
    <Frame {...{ label, hint, error, isWide }} required={input.required}>
      {(bound) => <textarea rows={4} {...input} {...bound} className={`${look} py-2.5 leading-relaxed`} />}
    </Frame>
  );
}

type SelectFieldProps = ControlProps<'select'> & {
  /** The label of the empty value. */
  none?: string;
  of?: Choices | undefined;
};

export function SelectField({ label, hint, error, isWide, none, of, children, ...input }: SelectFieldProps) {
  return (
    <Frame {...{ label, hint, error, isWide }} required={input.required}>
      {(bound) => (
        <select {...input} {...bound} className={`${look} min-h-11`}>
          {none !== undefined && <option value="">{none}</option>}
          <Options of={of} />
          {children}
        </select>
      )}
    </Frame>
  );
}

type TextsOf<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft] &
  string;

/** Binds text fields to a draft by name; problems may have a prefix. */
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

/** Values and their labels. */
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

export function CheckField({
  label,
  hint,
  ...input
}: Omit<ControlProps<'input'>, 'error' | 'isWide' | 'type'>) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center gap-3">
      <input
        {...input}
        {...boundTo(id, hint)}
        type="checkbox"
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
