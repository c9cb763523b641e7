interface Window {
  /** The actions of the `islands` site's components so far. */
  log?: string[];
  docgen?: {
    readonly prefetch: (path: string) => Promise<void> | false;
    readonly preload: (path: string) => Promise<void> | false;
  };
}
