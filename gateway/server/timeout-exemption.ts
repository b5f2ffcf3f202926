import type { Duplex } from 'node:stream'

const exempt = new WeakSet<Duplex>()

/** Exempts the current request on the connection from the time limit of requests, until `endExemption`. */
export function exemptFromTimeout(connection: Duplex): void {
  exempt.add(connection)
}

/** Applies the time limit of requests to the connection again. */
export function endExemption(connection: Duplex): void {
  exempt.delete(connection)
}

/** Whether the connection is exempt from the time limit of requests. */
export function isExempt(connection: Duplex): boolean {
  return exempt.has(connection)
}
