import { asUnavailable } from '#shared/errors.ts'
import type { GroupedValues } from '#shared/ports/result-store.ts'
import type { Database } from '../database.ts'
import type { Entries } from './entries-table.ts'

/** Of a group, which members have ended: a bit for each number, in hexadecimal digits. */
const ENDED = 'e'

const keyOf = (group: string, name: string) => `${group}/${name}`

/** Groups as rows: one costs little, so each text of a group has its own. */
export function sqliteGroups(database: Database, entries: Entries): GroupedValues {
  const read = <T>(query: () => T) => asUnavailable('embedded store', query)
  const bitsOf = (group: string) => BigInt(`0x${entries.get(keyOf(group, ENDED)) ?? 0}`)
  const hasEnded = (group: string, member: number) => ((bitsOf(group) >> BigInt(member)) & 1n) === 1n
  const setBits = (group: string, bits: bigint, expires: number | null) =>
    entries.set(keyOf(group, ENDED), bits.toString(16), expires)

  return {
    getIn: (group, name) => read(() => entries.get(keyOf(group, name))),
    async setIn(group, name, value, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      await database.write(() => entries.set(keyOf(group, name), value, expires))
    },
    async claimIn(group, name, value, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      const member = Number.parseInt(name, 10)
      return database.write(() =>
        hasEnded(group, member) ? null : entries.claim(keyOf(group, name), value, expires),
      )
    },
    async endIn(ended, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      if (ended.length === 0) return
      await database.write(() => {
        for (const { group, member, names } of ended) {
          for (const name of names) entries.delete(keyOf(group, name))
          setBits(group, bitsOf(group) | (1n << BigInt(member)), expires)
        }
      })
    },
    hasEndedIn: (group, member) => read(() => hasEnded(group, member)),
    async reopenIn(group, member, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      await database.write(() => setBits(group, bitsOf(group) & ~(1n << BigInt(member)), expires))
    },
  }
}
