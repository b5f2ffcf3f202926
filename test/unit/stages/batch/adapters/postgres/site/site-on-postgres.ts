import { hostKey } from '#shared/messages/topics.ts'
import type { Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { postgresFrontier } from '#stages/batch/adapters/postgres/postgres-frontier.ts'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'

/** A frontier in a database, whose crawls follow no links. */
export function frontierOn(postgres: Postgres): Frontier {
  return postgresFrontier({
    ...{ postgres, queueOf: hostKey, notifier: makeNotifier() },
    discover: () => ({ items: [], done: [] }),
    ...{ window: 1000, perHost: 1000, leaseMs: 60_000 },
  })
}
