/** The first script of a page with interactive components. */

import { hold } from "./hold.ts";

hold();
