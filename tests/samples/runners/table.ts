/** How the sample of each language is run. */

import type { RequestDescriptor } from "../../../theme/src/islands/request/model.ts";
import type { Limits } from "../compare.ts";
import { c } from "./c.ts";
import { csharp } from "./csharp.ts";
import { curl } from "./curl.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { kotlin } from "./kotlin.ts";
import { nodejs } from "./nodejs.ts";
import { ocaml } from "./ocaml.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { r } from "./r.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";

export interface Sample {
  index: number;
  /** A folder of its own, with the files that it sends. */
  folder: string;
  described: RequestDescriptor;
  source: string;
}

export interface Runner {
  id: string;
  limits: Limits;
  /** Makes ready what the samples need, compiling them where that is done for all at once. `folder` is the language's own. */
  prepare(samples: readonly Sample[], folder: string, origin: string): Promise<(sample: Sample) => Promise<void>>;
  /** Ends what `prepare` began. */
  finish?(): Promise<void>;
}

export const RUNNERS: readonly Runner[] = [
  curl,
  nodejs,
  python,
  go,
  csharp,
  ruby,
  php,
  java,
  javascript,
  c,
  ocaml,
  r,
  kotlin,
  rust,
];
