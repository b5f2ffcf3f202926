import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

/** What `storeOfEachTest` makes. */
export interface DrivenStore {
  readonly store: ResultStore
  readonly clock: DrivenClock
}

/** Gives each test of the enclosing `describe` an empty store of its own, and the clock that it goes by. */
export function storeOfEachTest(take: (made: DrivenStore) => void): void {
  let end: () => Promise<void>
  beforeEach(() => {
    const clock = driveClock()
    const database = openDatabase(':memory:')
    const store = sqliteResultStore({ database })
    end = async () => {
      await store.close()
      database.close()
      clock.stop()
    }
    take({ store, clock })
  })
  afterEach(() => end())
}
