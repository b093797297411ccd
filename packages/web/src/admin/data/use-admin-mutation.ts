import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { useRef } from 'react';
import { callFailureOf } from '../../data/call-failure.ts';
import { useClient } from '../../data/client-context.tsx';
import { showToast, type ToastText } from '../../ui/toast-store.ts';
import { askPassword } from './password-question.ts';
import { problemsOf } from './problems-of.ts';

export interface AdminMutationOptions<Input, Output> {
  run: (client: Client, input: Input) => Promise<Output>;
  /** The message if the server gives no sentence. */
  failure: string;
  failureTitle?: string | undefined;
  /** The toast after success, if any; a text is its title. */
  success?: string | ((output: Output, input: Input) => ToastText | string | undefined) | undefined;
  onDone?: ((output: Output, input: Input) => void) | undefined;
  /** Handles the failure; returns true if no toast is needed. */
  onFailure?: ((error: unknown, input: Input) => boolean) | undefined;
}

/**
 * An administrator's action. A second click while it runs does nothing, a failure shows a toast (with the server's
 * sentence if there is one), and a call that needs the password asks for it and runs again. Afterwards the page refetches
 * what it shows, even after a failure: someone else may have been faster.
 */
export function useAdminMutation<Input = void, Output = unknown>(
  options: AdminMutationOptions<Input, Output>,
) {
  const client = useClient();
  const cache = useQueryClient();
  const isUnderWay = useRef(false);
  const { isPending, mutateAsync, error, reset } = useMutation({
    mutationFn: (input: Input) => withPassword(() => options.run(client, input)),
  });

  async function run(input: Input): Promise<Output | undefined> {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    try {
      const output = await mutateAsync(input);
      const { success } = options;
      const toast = typeof success === 'function' ? success(output, input) : success;
      if (toast) showToast(typeof toast === 'string' ? { title: toast } : toast);
      options.onDone?.(output, input);
      return output;
    } catch (error) {
      if (!(error instanceof PasswordRefused) && !options.onFailure?.(error, input))
        showToast(failureToast(error, options.failure, options.failureTitle));
      return undefined;
    } finally {
      isUnderWay.current = false;
      void cache.invalidateQueries();
    }
  }

  return { run, isRunning: isPending, problems: problemsOf(error), forgetProblems: reset };
}

/** The server's sentence if it gave one, else `failure`. */
export function failureToast(error: unknown, failure: string, title = 'Error'): ToastText {
  const sentence = callFailureOf(error)?.sentence;
  return { title, description: sentence ? withoutField(sentence, error) : failure, tone: 'destructive' };
}

/** Drops the field's name from "dailyQuota: It must be ...": the form marks the field itself. */
function withoutField(sentence: string, error: unknown): string {
  const about = Object.entries(problemsOf(error)).find(([field, text]) => sentence === `${field}: ${text}`);
  return about ? about[1] : sentence;
}

/** The administrator closed the password dialog: nothing happens, and no toast is shown. */
class PasswordRefused extends Error {}

async function withPassword<Output>(act: () => Promise<Output>): Promise<Output> {
  try {
    return await act();
  } catch (error) {
    if ((error as { code?: string }).code !== 'password_required') throw error;
    if (!(await askPassword(error))) throw new PasswordRefused();
    return act();
  }
}
