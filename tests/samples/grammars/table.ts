export const PARSED: readonly { id: string }[] = ["powershell", "dart", "objective-c", "swift"].map((id) => ({ id }));
