import type { CaseField, CaseKindForm } from '@vesper/contract';
import { ChoiceField, type Problems, StatementField, TextArea, TextField } from './notice-fields.tsx';

interface CaseFieldsProps {
  form: CaseKindForm;
  /** By default all. */
  names?: readonly string[];
  values: Readonly<Record<string, string>>;
  problems: Problems;
}

export function CaseFields({ form, names = Object.keys(form.fields), values, problems }: CaseFieldsProps) {
  return names.map((name) => {
    const field = form.fields[name];
    return (
      field && (
        <Field
          key={name}
          {...{ name, field, problems }}
          value={values[name]}
          isLawful={isLawful(form, name)}
        />
      )
    );
  });
}

interface FieldProps {
  name: string;
  field: CaseField;
  value: string | undefined;
  problems: Problems;
  /** The law requires it: it can be left out for now, but is not labelled optional. */
  isLawful: boolean;
}

function Field({ name, field, value, problems, isLawful }: FieldProps) {
  const { type, hint, choices = {}, isOptional, unless } = field;
  const isRequired = !isOptional && !unless;
  const label = `${field.label}${isRequired ? ' *' : isOptional && !isLawful ? ' (optional)' : ''}`;
  const common = { name, label, problems, ...(hint ? { hint } : {}) };
  if (type === 'choice') return <ChoiceField {...common} choices={choices} chosen={value} />;
  if (type === 'tick')
    return <StatementField {...{ name, label, problems }} defaultChecked={Boolean(value)} />;
  const text = { ...common, required: isRequired, defaultValue: value };
  if (type === 'addresses') return <TextArea {...text} rows={3} dir="ltr" />;
  if (type === 'text') return <TextArea {...text} rows={4} />;
  return (
    <TextField {...text} type={type === 'line' ? 'text' : type} autoComplete={COMPLETED[name] ?? 'off'} />
  );
}

const COMPLETED: Readonly<Record<string, string>> = { name: 'name', email: 'email', phone: 'tel' };

function isLawful({ elements }: CaseKindForm, name: string): boolean {
  return Object.values(elements).some(({ fields }) => fields.includes(name));
}
