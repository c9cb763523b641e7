/** The first script on a page with interactive components. */

import { hold } from "./hold.ts";

hold();
