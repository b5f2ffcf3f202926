import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'

/** What the six scripts of `/busy` measured, once all of them have. */
export const allBusy = `new Promise((resolve) => {
  const look = () => (Object.keys(window.busy).length === 6 ? resolve(window.busy) : setTimeout(look, 20))
  look()
})`

/** Milliseconds of shares of these kinds, of scripts whose path ends so, or of no script. */
export function millisecondsOf(
  shares: readonly MainThreadShare[],
  kinds: string,
  path: string | null,
): number {
  return shares
    .filter(({ kind }) => kinds.includes(kind))
    .filter(({ url }) => (path === null ? url === null : url?.endsWith(path)))
    .reduce((sum, { ms }) => sum + ms, 0)
}
