/** What each way to take the second step is given. */
export interface Finishing {
  isDone: boolean;
  onDone: () => void;
  /** True if it has dealt with the failure. */
  onFailure: (error: unknown) => boolean;
}
