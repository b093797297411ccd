import { scopeWords } from '../tokens/area-words.ts';
import { curlOf, type Parameter, type Schema, type ShownCall, typeWords } from './api-document.ts';

/** All of one call: who may make it, what it takes, what it answers, and an example. */
export function CallDetails({ call }: { call: ShownCall }) {
  const body = call.requestBody?.content['application/json'].schema;
  const answer = call.responses['200']?.content['application/json'].schema;
  const refusals = Object.entries(call.responses).filter(([status]) => status !== '200');
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4 text-sm">
      <p>{callerWords(call)}</p>
      {call.parameters && <Fields caption="Parameters" fields={call.parameters.map(parameterField)} />}
      {body && <Fields caption="Body (JSON)" fields={fieldsOf(body)} />}
      {answer && <Answer schema={answer} />}
      <div>
        <h4 className="mb-1 text-xs font-semibold text-muted">Errors</h4>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {refusals.map(([status, { description }]) => (
            <div key={status} className="contents">
              <dt className="font-mono text-xs">{status}</dt>
              <dd className="text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h4 className="mb-1 text-xs font-semibold text-muted">Example</h4>
        <pre className="overflow-x-auto rounded-lg border border-line bg-ground p-3 font-mono text-xs select-all">
          {curlOf(call, location.origin)}
        </pre>
      </div>
    </div>
  );
}

function Answer({ schema }: { schema: Schema }) {
  const isList = schema.type === 'array' && schema.items?.properties !== undefined;
  const fields = fieldsOf(isList ? (schema.items ?? {}) : schema);
  if (fields.length === 0) return <p>Answers with {typeWords(schema)}.</p>;
  return <Fields caption={isList ? 'Answer (a list, each with)' : 'Answer'} fields={fields} />;
}

interface Field {
  name: string;
  type: string;
  note: string;
}

function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeWords(schema),
    note: noteOf(schema, required.includes(name)),
  }));
}

function parameterField({ name, in: place, required, schema }: Parameter): Field {
  return { name, type: typeWords(schema), note: `in the ${place}, ${noteOf(schema, required)}` };
}

function noteOf({ default: fallback }: Schema, isRequired: boolean): string {
  if (fallback !== undefined) return `${JSON.stringify(fallback)} if left out`;
  return isRequired ? 'required' : 'optional';
}

function Fields({ caption, fields }: { caption: string; fields: Field[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <caption className="mb-1 text-left text-xs font-semibold text-muted">{caption}</caption>
        <tbody className="divide-y divide-line">
          {fields.map(({ name, type, note }) => (
            <tr key={name} className="align-top">
              <th scope="row" className="py-1 pr-4 font-mono text-xs font-semibold">
                {name}
              </th>
              <td className="py-1 pr-4 wrap-anywhere">{type}</td>
              <td className="py-1 text-muted">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
