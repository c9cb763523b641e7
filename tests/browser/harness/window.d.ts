interface Window {
  /** What the components of the `islands` site have done so far. */
  log?: string[];
  docgen?: {
    readonly prefetch: (path: string) => Promise<void> | false;
    readonly preload: (path: string) => Promise<void> | false;
  };
}
