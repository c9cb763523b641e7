/**
 * What the app has in common with the parts of it that load later. Each of those imports this, so that it is one file
 * for all of them; else every set of parts that share something would have a file of its own, and a first load all of them.
 */

import "react";
import "react/jsx-runtime";
import "./body/copy.ts";
import "./hooks/cell.ts";
import "./hooks/colorMode.ts";
import "./hooks/linked.ts";
import "./hooks/storage.ts";
import "./hooks/turns.ts";
import "./hooks/useDelayed.ts";
import "./messages.ts";
import "./parts.ts";
import "./search/again.ts";
import "./search/context.ts";
import "./site.ts";
import "./ui/ErrorBoundary.tsx";
import "./ui/Part.tsx";
import "./ui/Prose.tsx";
