import { scopeWords } from '../tokens/area-words.ts';
import { curlOf, type ShownCall } from './api-document.ts';

/** All of one call: who may make it, an example, and what it takes and answers, as the document describes it. */
export function CallDetails({ call }: { call: ShownCall }) {
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
  'sign-in': 'Anyone: it is part of signing in.',
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
