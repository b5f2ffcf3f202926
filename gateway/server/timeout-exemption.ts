import type { Duplex } from 'node:stream'

const exempt = new WeakSet<Duplex>()

/** Until `mustHurry` the request on this connection may take longer than a request may. */
export function exemptFromTimeout(connection: Duplex): void {
  exempt.add(connection)
}

export function endExemption(connection: Duplex): void {
  exempt.delete(connection)
}

export function isExempt(connection: Duplex): boolean {
  return exempt.has(connection)
}
