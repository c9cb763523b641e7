/** PHP. */

import { interpreted } from "./interpreted.ts";

export const php = interpreted("php", "php", "sample.php");
