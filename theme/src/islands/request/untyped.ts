/** The header of basic authentication before anything is typed. */
export const UNTYPED_BASIC = "Basic <base64 of username:password>";
