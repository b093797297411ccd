import type { z } from 'zod';
import type { AdminArea } from './admin-areas.ts';
import type { ErrorCode } from './errors.ts';

/** What goes into a call (path parameters, query, JSON body), what comes out, and how it may be refused. */
interface CallShape {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** What it does, in one sentence: for the document of the API. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Of the body, in bytes, where the usual megabyte is not enough. */
  bodyLimit?: number;
  output: z.ZodType;
  errors: readonly ErrorCode[];
}

/** Anyone's call, or (`sign-in`) one of whoever stands at the back office's door, with a session or without. */
interface OpenCall {
  caller: 'public' | 'sign-in';
}

/** An administrator's call. Visitors' pages know nothing of it. */
type AdminCall = {
  caller: 'admin';
  area: AdminArea;
  /** Good for every token whatever its scopes are: it tells nothing that the project's own pages do not. */
  anyToken?: true;
} & (
  | { method: 'GET'; asksPassword?: never; undo?: never }
  /**
   * What cannot be undone: the password has to have been given within the last minutes, and no token is good for it.
   * With "for others'" (about what another administrator has) and "to merge" only in that case; the handler finds out.
   */
  | { asksPassword: AsksPassword; undo?: never }
  /** How it is undone: by which call, by itself with other input, or that nothing is lost by it. */
  | { undo: 'itself' | 'nothing lost' | `${string}.${string}`; asksPassword?: never }
);

export type AsksPassword = true | "for others'" | 'to merge';

/** One call. Without saying who may make it, and how it is undone or that it asks for the password, it does not compile. */
export type Call = CallShape & (OpenCall | AdminCall);

export type Caller = Call['caller'];

/** The calls of one feature, by name. */
export type CallGroup = Record<string, Call>;

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : unknown;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : unknown;
type Part<C, K extends string> = C extends { [P in K]: infer S } ? S : undefined;

/** What a caller passes: path parameters, query and body in one flat object. */
export type CallInput<C extends Call> = SchemaInput<Part<C, 'params'>> &
  SchemaInput<Part<C, 'query'>> &
  SchemaInput<Part<C, 'body'>>;

/** What the function behind a call is handed once the schemas have passed it. */
export type ParsedInput<C extends Call> = SchemaOutput<Part<C, 'params'>> &
  SchemaOutput<Part<C, 'query'>> &
  SchemaOutput<Part<C, 'body'>>;

export type CallOutput<C extends Call> = z.output<C['output']>;
