/** curl, in a shell that is no more than POSIX asks for. */

import { interpreted } from "./interpreted.ts";

export const curl = interpreted("curl", "sh", "sample.sh", { arguments: true });
