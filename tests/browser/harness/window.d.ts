interface Window {
  docgen?: {
    readonly prefetch: (path: string) => Promise<void> | false;
    readonly preload: (path: string) => Promise<void> | false;
  };
}
