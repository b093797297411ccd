/** The toasts of a login (specification, section 8), whatever its last step is. */
export const LOGIN_FAILED = 'Login Failed';
export const LOGIN_SUCCESSFUL = { title: 'Login successful' };

/** What each way to complete a login is given. */
export interface Finishing {
  /** The login is complete, and the page is about to go. */
  isDone: boolean;
  onDone: () => void;
  /** True if it has dealt with the failure. */
  onFailure: (error: unknown) => boolean;
}
