import { frontierContract } from '#test/contract/frontier/frontier.ts'
import type { FrontierFixture } from '#test/contract/frontier/frontier-fixture.ts'
import { severalPartsContract } from '#test/contract/frontier/processes/several-parts.ts'
import { sharedPostgres } from '#test/support/service/services.ts'
import { type FrontierDatabase, makeFrontierDatabase, type PartOnPostgres } from './frontier-on-postgres.ts'

function fixtureOf(database: FrontierDatabase, part: PartOnPostgres): FrontierFixture {
  return {
    ...part,
    pass: (ms) => database.pass(ms),
    async reopen(options) {
      await part.close()
      return fixtureOf(database, await database.part(options))
    },
    async close() {
      await part.close()
      await database.close()
    },
  }
}

describe('postgresFrontier', function () {
  this.timeout(60_000)
  const postgres = sharedPostgres()
  const makeDatabase = () => makeFrontierDatabase(postgres.env.POSTGRES_URL ?? '')

  frontierContract('PostgreSQL', async (options) => {
    const database = await makeDatabase()
    return fixtureOf(database, await database.part(options))
  })

  severalPartsContract('PostgreSQL', async (count, options) => {
    const database = await makeDatabase()
    const parts = await Promise.all(Array.from({ length: count }, () => database.part(options)))
    return {
      parts,
      pass: (ms) => database.pass(ms),
      async close() {
        await Promise.all(parts.map((part) => part.close()))
        await database.close()
      },
    }
  })
})
