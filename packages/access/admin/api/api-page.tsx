import { adminHref, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { SearchField } from '@vesper/web/admin/ui/form.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { useState } from 'react';
import { scopeWords } from '../areas/area-fields.tsx';
import { callsOf, curlOf, type ShownCall } from './api-document.ts';

const DOCUMENT = '/api/openapi.json';

export default function ApiPage() {
  const { data, ...query } = useAdminQuery(routes.apiDocument.openApi);
  const [words, setWords] = useState('');
  const groups =
    data && [...callsOf(data)].map(([name, calls]) => ({ name, calls: calls.filter(fits(words)) }));
  const shown = groups?.filter(({ calls }) => calls.length > 0);
  return (
    <AdminPage
      title="API"
      about={
        <>
          Every API call of this site. Programs send a <a href={adminHref('tokens')}>token</a> in the
          Authorization header. The OpenAPI 3.1 document is at <a href={DOCUMENT}>{DOCUMENT}</a>.
        </>
      }
    >
      <SearchField placeholder="Path, name or description" value={words} onChange={setWords} />
      <ListState rows={shown} query={query} empty="No calls match.">
        {shown?.map(({ name, calls }) => (
          <section key={name} aria-labelledby={`group-${name}`} className="flex flex-col gap-2">
            <h2 id={`group-${name}`} className="text-base font-bold">
              {name}
            </h2>
            {calls.map((call) => (
              <Call key={call.operationId} call={call} />
            ))}
          </section>
        ))}
      </ListState>
    </AdminPage>
  );
}

function Call({ call }: { call: ShownCall }) {
  const [isOpen, setOpen] = useState(false);
  const { method, path, summary, operationId } = call;
  return (
    <details
      className="rounded-xl border border-line bg-panel"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
        <code className="w-14 text-xs font-bold text-primary-text">{method}</code>
        <code className="text-xs font-semibold wrap-anywhere">{path}</code>
        <span className="text-muted">{summary ?? operationId}</span>
      </summary>
      {isOpen && <CallDetails call={call} />}
    </details>
  );
}

function fits(words: string): (call: ShownCall) => boolean {
  const wanted = words.trim().toLowerCase();
  return ({ method, path, operationId, summary = '' }) =>
    `${method} ${path} ${operationId} ${summary}`.toLowerCase().includes(wanted);
}

function CallDetails({ call }: { call: ShownCall }) {
  const { parameters, requestBody, responses } = call;
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4 text-sm">
      <p>{callerWords(call)}</p>
      <Code title="Example" text={curlOf(call, location.origin)} />
      <Code title="In OpenAPI" text={JSON.stringify({ parameters, requestBody, responses }, null, 2)} />
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h4 className="mb-1 text-xs font-semibold text-muted">{title}</h4>
      <pre className="rounded-lg border border-line bg-ground p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap select-all">
        {text}
      </pre>
    </div>
  );
}

const OPEN_CALLERS = {
  public: 'Anyone.',
  'sign-in': 'Anyone, to sign in.',
} as const;

function callerWords(call: ShownCall): string {
  const caller = call['x-vesper-caller'];
  if (caller !== 'admin') return OPEN_CALLERS[caller];
  const scopes = call['x-vesper-scope'];
  if (call['x-vesper-asks-password'] === "for others'")
    return 'A signed-in administrator, who must confirm the password if it concerns another administrator. No token may call it.';
  if (call['x-vesper-asks-password'])
    return 'A signed-in administrator who has just confirmed the password. No token may call it.';
  if (!scopes) return 'A signed-in administrator. No token may call it.';
  return `A signed-in administrator, or a token with one of: ${scopes.map((scope) => `${scope} (${scopeWords(scope)})`).join(', ')}.`;
}
