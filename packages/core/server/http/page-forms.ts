import { type Call, isPrivatePage } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { Counts } from '../lib/counts.ts';
import { createNetworkLimit } from '../lib/outbound/network-limit.ts';
import type { Answer, CallContext, Dispatch } from './mount.ts';
import { refuseForeignOrigin } from './origin.ts';

export interface PostedForm {
  call: Call;
  input: Record<string, unknown>;
  after(output: unknown): string;
}

/** Posted to the page's own address, so that it works without script. */
export interface PageForm {
  path: string;
  /** Undefined if the page has no such form. */
  read(fields: ReadonlyMap<string, string>, params: Readonly<Record<string, string>>): PostedForm | undefined;
}

export interface Refused {
  status: number;
  fields: Record<string, string>;
  message: string;
  problems: Record<string, string>;
}

/** The longest form, with each character escaped as nine. */
const BODY_LIMIT_BYTES = 256 * 1024;

interface PageFormOptions {
  forms: readonly PageForm[];
  dispatch: Dispatch;
  contextOf: (request: FastifyRequest) => CallContext;
  showAgain: (request: FastifyRequest, reply: FastifyReply, refused: Refused) => Promise<unknown>;
  answerWithPage: (error: unknown, reply: FastifyReply) => FastifyReply;
  counts: Counts;
}

/** Per network: each renders an uncached page. */
const MOST_REFUSED_AN_HOUR = 100;

/**
 * Handles `application/x-www-form-urlencoded` posts: redirects, or shows the page again with the errors. Calls do not
 * read such bodies: any site's page can send them.
 */
export function mountPageForms(app: FastifyInstance, options: PageFormOptions): void {
  const { forms, dispatch, contextOf, showAgain, answerWithPage, counts } = options;
  const refusals = createNetworkLimit(counts, { name: 'refused forms', mostAnHour: MOST_REFUSED_AN_HOUR });
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, new Map(new URLSearchParams(String(text)))),
    );
    for (const { path, read } of forms)
      scope.post(
        path,
        {
          bodyLimit: BODY_LIMIT_BYTES,
          errorHandler: (error, _request, reply) => answerWithPage(error, reply),
        },
        async (request, reply) => {
          if (!(request.body instanceof Map)) throw new AppError('bad_request', 'This is not a form.');
          const fields: ReadonlyMap<string, string> = request.body;
          const form = read(fields, request.params as Record<string, string>);
          if (!form) throw new AppError('not_found', 'This form does not exist.');
          // A private page's address is secret, and the page makes browsers omit the origin.
          if (!isPrivatePage(request.url)) refuseForeignOrigin(form.call, request);
          const context = contextOf(request);
          const { address } = context.visitor;
          if (!(await refusals.take(address))) throw new AppError('too_many_requests', TOO_MANY);
          const { status, body } = await dispatch(form.call, form.input, context);
          reply.header('cache-control', 'no-store');
          if (status < 400) refusals.giveBack(address);
          if (status === 200) return reply.code(303).header('location', form.after(body)).send();
          return showAgain(request, reply, {
            // Only the form's own fields go into the page.
            fields: Object.fromEntries([...fields].filter(([name]) => Object.hasOwn(form.input, name))),
            ...refusal({ status, body }),
          });
        },
      );
  });
}

const TOO_MANY = 'Too many incorrect forms were sent from your network. Please try again later.';

function refusal({ status, body }: Answer): Omit<Refused, 'fields'> {
  const { message = '', fields = {} } = body as { message?: string; fields?: Record<string, string> };
  return { status, message, problems: fields };
}
