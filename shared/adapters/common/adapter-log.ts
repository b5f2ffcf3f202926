/** Log of an adapter about the service behind it. Never contains credentials, keys or values. */
export interface AdapterLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void
  warn(details: Readonly<Record<string, unknown>>, message: string): void
}
