/** The `Authorization` header for basic authentication before the reader types anything. */
export const UNTYPED_BASIC = "Basic <base64 of username:password>";
