import { expect } from 'chai'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { migrate } from '#stages/batch/adapters/postgres/connection/migrations.ts'
import { openPostgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { storedSecret } from '#stages/batch/adapters/postgres/postgres-frontier.ts'
import { freshDatabase } from '#test/support/service/databases.ts'
import { sharedPostgres } from '#test/support/service/services.ts'
import { silentLog } from '#test/support/silent-log.ts'

describe('a secret in PostgreSQL', () => {
  const server = sharedPostgres()

  it('is the same for all that ask for it at the same time, and later', async () => {
    const url = await freshDatabase(server.env.POSTGRES_URL ?? '')
    const parts = [1, 2, 3].map(() =>
      openPostgres({ url, connections: 2, metrics: noMetrics, log: silentLog }),
    )
    try {
      for (const part of parts.slice(0, 1)) await migrate(part)
      const found = await Promise.all(parts.map((part, at) => storedSecret(part, 'seal', `of ${at}`)))
      expect(new Set(found).size).to.equal(1)
      expect(['of 0', 'of 1', 'of 2']).to.include(found[0])
      for (const part of parts) expect(await storedSecret(part, 'seal', 'later')).to.equal(found[0])
    } finally {
      await Promise.all(parts.map((part) => part.close()))
    }
  })
})
