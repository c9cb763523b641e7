/** The "react-dom" module for interactive components: the app's own React DOM, with named exports. */

import "../shared.ts";
import ReactDOM from "react-dom";

export default ReactDOM;
export const {
  browser,
  createPortal,
  flushSync,
  preconnect,
  prefetchDNS,
  preinit,
  preinitModule,
  preload,
  preloadModule,
  requestFormReset,
  unstable_batchedUpdates,
  useFormState,
  useFormStatus,
  version,
} = ReactDOM as typeof ReactDOM & Record<"browser", unknown>;
