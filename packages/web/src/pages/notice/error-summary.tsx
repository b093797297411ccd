import { CircleAlert } from 'lucide-react';

interface ErrorSummaryProps {
  message: string;
  /** In the order of the form. */
  problems: Readonly<Record<string, string>>;
  labelOf: (name: string) => string;
}

/** Above a posted form, and focused; each point is a link to its field. */
export function ErrorSummary({ message, problems, labelOf }: ErrorSummaryProps) {
  const wrong = Object.entries(problems);
  return (
    <div
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is shown again because of these errors.
      autoFocus
      className="mt-6 flex gap-3 rounded-lg border border-danger bg-ground p-4 outline-none"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 text-sm leading-relaxed">
        <p className="font-semibold text-danger">
          {wrong.length > 0 ? 'Please correct these fields' : 'This was not sent'}
        </p>
        {wrong.length === 0 && <p className="mt-1 wrap-anywhere">{message}</p>}
        <ul>
          {wrong.map(([name, problem]) => (
            <li key={name}>
              <a href={`#${name}`} className="inline-flex min-h-8 items-center underline underline-offset-2">
                {`${labelOf(name)}: ${problem}`}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
