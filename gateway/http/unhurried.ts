import type { Duplex } from 'node:stream'

const unhurried = new WeakSet<Duplex>()

/** Until `mustHurry` the request on this connection may take longer than a request may. */
export function mayTakeTime(connection: Duplex): void {
  unhurried.add(connection)
}

export function mustHurry(connection: Duplex): void {
  unhurried.delete(connection)
}

export function isUnhurried(connection: Duplex): boolean {
  return unhurried.has(connection)
}
