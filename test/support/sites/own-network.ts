/** Loopback addresses that `ownNetwork` gives away, as a CIDR. */
export const OWN_NETWORKS = '127.64.0.0/10'

/** Number of the last network. */
let last = 0

/**
 * The first three bytes of addresses that nobody else in this process has. A service that files share remembers answers,
 * rests and failures by host: a site with addresses of its own finds none of others.
 */
export function ownNetwork(): string {
  last += 1
  return `127.${64 + (last >> 8)}.${last & 255}`
}
