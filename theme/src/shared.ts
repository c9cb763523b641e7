/**
 * The code that the app shares with parts that load later. Each part imports this module so that the shared code is
 * bundled into one file. Otherwise, each set of parts with shared code would have a separate file, and a first load
 * would need all of these files.
 */

import "react";
import "react-dom";
import "react-dom/client";
import "react/jsx-runtime";
import "./body/copy.ts";
import "./hooks/cell.ts";
import "./hooks/colorMode.ts";
import "./hooks/hash.ts";
import "./hooks/linked.ts";
import "./hooks/overflow.ts";
import "./hooks/shortcuts.ts";
import "./hooks/storage.ts";
import "./hooks/turns.ts";
import "./hooks/useDelayed.ts";
import "./messages.ts";
import "./parts.ts";
import "./reader/key.ts";
import "./search/again.ts";
import "./search/context.ts";
import "./site.ts";
import "./track.ts";
import "./ui/ErrorBoundary.tsx";
import "./ui/Part.tsx";
import "./ui/Prose.tsx";
