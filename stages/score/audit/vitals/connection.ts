/** The connection that estimates assume: constants of Lighthouse's simulated throttling. */
export interface Connection {
  readonly name: string
  readonly rttMs: number
  readonly bytesPerMs: number
}

const BITS = 8
const KILOBIT = 1024

function connection(name: string, rttMs: number, kilobits: number): Connection {
  return { name, rttMs, bytesPerMs: (kilobits * KILOBIT) / BITS / 1000 }
}

export const connections = {
  mobile: connection('slow 4G: 150 ms, 1.6 Mbit/s', 150, 1.6 * 1024),
  desktop: connection('dense 4G: 40 ms, 10 Mbit/s', 40, 10 * 1024),
} as const
