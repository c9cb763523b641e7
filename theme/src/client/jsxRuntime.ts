/** The "react/jsx-runtime" module for interactive components. */

import "../shared.ts";
import * as runtime from "react/jsx-runtime";

export const { Fragment, jsx, jsxs } = runtime;
