/** The runners for the samples in each language. */

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
  /** The sample's own folder, with the files that the sample sends. */
  folder: string;
  described: RequestDescriptor;
  source: string;
}

export interface Runner {
  id: string;
  limits: Limits;
  /**
   * Prepares the samples, and compiles them if the language's samples are compiled together. `folder` is the language's
   * own folder.
   */
  prepare(samples: readonly Sample[], folder: string, origin: string): Promise<(sample: Sample) => Promise<void>>;
  /** Stops what `prepare` started. */
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
