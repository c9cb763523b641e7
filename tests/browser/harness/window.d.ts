interface Window {
  /** The actions of the `islands` site's components so far. */
  log?: string[];
  /** The sum of all layout shifts so far, on pages that measure it. */
  shift?: number;
  docgen?: {
    readonly prefetch: (path: string) => Promise<void> | false;
    readonly preload: (path: string) => Promise<void> | false;
    readonly search: (input?: object) => Promise<unknown>;
    readonly read: (input?: object) => Promise<unknown>;
    readonly outline: (input?: object) => Promise<unknown>;
    readonly operations: (input?: object) => Promise<unknown>;
    readonly fill: (input?: object) => Promise<unknown>;
  };
}
