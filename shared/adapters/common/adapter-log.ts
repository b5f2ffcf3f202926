/** What an adapter reports of the service behind it. Never carries credentials, keys or values. */
export interface AdapterLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void
  warn(details: Readonly<Record<string, unknown>>, message: string): void
}
