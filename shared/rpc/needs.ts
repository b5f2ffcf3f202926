/** What a server may need besides its program, and what is said of it in `/readyz` while it is away. */
const needs = { postgres: 'Its database (postgres) does not answer' } as const
export type Need = keyof typeof needs
export const needNames = Object.keys(needs) as Need[]

/** The name of a need in health checks (grpc.health.v1), beside the services that need it. */
export function healthName(need: Need): string {
  return `need.${need}`
}

/** A server answers and does not serve, because something that it needs is away. */
export class NeedMissing extends Error {
  override readonly name = 'NeedMissing'

  constructor(need: Need) {
    super(needs[need])
  }
}
