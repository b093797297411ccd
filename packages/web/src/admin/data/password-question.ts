export interface PasswordQuestion {
  /** True once the right password was given; false if the dialog was closed. */
  answer: (isConfirmed: boolean) => void;
}

let current: PasswordQuestion | undefined;
const listeners = new Set<() => void>();

/** Opens `PasswordDialog`. */
export function askPassword(): Promise<boolean> {
  current?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      set(undefined);
      resolve(isConfirmed);
    };
    set({ answer });
  });
}

export function currentQuestion(): PasswordQuestion | undefined {
  return current;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(question: PasswordQuestion | undefined): void {
  current = question;
  for (const listener of listeners) listener();
}
