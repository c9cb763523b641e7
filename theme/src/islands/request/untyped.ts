/** The value of the `Authorization` header for basic authentication until the reader types a name or password. */
export const UNTYPED_BASIC = "Basic <base64 of username:password>";
