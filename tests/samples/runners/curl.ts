/** curl, in a shell that supports only POSIX. */

import { interpreted } from "./interpreted.ts";

export const curl = interpreted("curl", "sh", "sample.sh", { arguments: true });
