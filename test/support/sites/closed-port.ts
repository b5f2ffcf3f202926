/**
 * A port at which nobody listens, on any address of the loopback network. It is below those that the system gives away, so
 * that no server of another test can get it, as happens to one that was just released. Browsers refuse port 1 by
 * themselves (Fetch Standard, 2.9, "bad port"), and not this one.
 */
export const CLOSED_PORT = 2

/** The URL with that port in place of its own. */
export function atClosedPort(url: string): string {
  return url.replace(/:\d+/, `:${CLOSED_PORT}`)
}
