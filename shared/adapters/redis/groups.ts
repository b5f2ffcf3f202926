import { Cluster } from 'ioredis'
import type { EndedMember, GroupedValues } from '#shared/ports/result-store.ts'
import { checkedTtl } from '../common/checked-arguments.ts'
import { fromStored, fromStoredOrNull, type StoredValue, toStored } from './compressed-values.ts'
import type { RedisCommands, Send } from './connection.ts'
import { gathered } from './gathered.ts'
import { END, ENDED, REOPEN, WRITE } from './group-scripts.ts'

interface Write {
  readonly group: string
  readonly isClaim: boolean
  readonly name: string
  readonly value: StoredValue
  readonly ttlSeconds: number
}

/** Null: the member has ended. */
type WriteAnswer = Buffer | 1 | null

/** Writes that come within this time go together: the pages of a batch that are fetched or end at about the same time. */
const WAIT_MS = 20
const MOST_WRITES = 64
/** Longer commands would keep those of others waiting. */
const MOST_BYTES = 512 * 1024

type Argument = StoredValue | number

/** Runs a script on the hashes of groups. */
type RunOnGroups = (script: string, groups: readonly string[], args: readonly Argument[]) => Promise<unknown>

/** Divides what is about groups into scripts: a Cluster needs one for each group, since their keys are on different servers. */
type Divide = <T extends { readonly group: string }>(items: readonly T[]) => readonly (readonly T[])[]

/** A method that the types of the client lack. */
interface BufferScripts {
  evalBuffer(script: string, keys: number, ...args: Argument[]): Promise<unknown>
}

/** Groups as hashes. */
export function redisGroups(redis: RedisCommands, prefix: string, send: Send): GroupedValues {
  const { evalBuffer } = bufferScripts(redis)
  const run: RunOnGroups = (script, groups, args) =>
    send(evalBuffer(script, groups.length, ...groups.map((group) => prefix + group), ...args))
  const divide: Divide = (items) =>
    redis instanceof Cluster ? [...Map.groupBy(items, ({ group }) => group).values()] : [items]
  const write = makeWrite(run, divide)
  return {
    getIn: async (group, name) => fromStoredOrNull(await send(redis.hgetBuffer(prefix + group, name))),
    async setIn(group, name, value, ttlSeconds) {
      await write({ group, name, value: toStored(value), isClaim: false, ttlSeconds: checkedTtl(ttlSeconds) })
    },
    async claimIn(group, name, value, ttlSeconds) {
      const claim = { group, name, value: toStored(value), isClaim: true, ttlSeconds: checkedTtl(ttlSeconds) }
      const answer = await write(claim)
      if (answer === null) return null
      return answer === 1 ? value : fromStored(answer)
    },
    async endIn(ended, ttlSeconds) {
      const ttl = checkedTtl(ttlSeconds)
      if (ended.length > 0) await Promise.all(divide(ended).map((some) => endAll(run, some, ttl)))
    },
    async hasEndedIn(group, member) {
      const bits = await send(redis.hgetBuffer(prefix + group, ENDED))
      return (((bits?.[member >> 3] ?? 0) >> (member & 7)) & 1) === 1
    },
    async reopenIn(group, member, ttlSeconds) {
      await run(REOPEN, [group], [member, checkedTtl(ttlSeconds)])
    },
  }
}

function bufferScripts(redis: RedisCommands): BufferScripts {
  const client = redis as RedisCommands & BufferScripts
  return { evalBuffer: (...args) => client.evalBuffer(...args) }
}

/** Returns the function that writes, together with what is written at about the same time. */
function makeWrite(run: RunOnGroups, divide: Divide): (write: Write) => Promise<WriteAnswer> {
  return gathered<Write, WriteAnswer>({
    ...{ maxCalls: MOST_WRITES, maxBytes: MOST_BYTES, waitMs: WAIT_MS },
    bytesOf: ({ value }) => value.length,
    async run(writes) {
      const answers = new Map<Write, WriteAnswer>()
      const parts = divide(writes).map(async (some) => {
        for (const [index, answer] of (await writeAll(run, some)).entries())
          answers.set(some[index] as Write, answer)
      })
      await Promise.all(parts)
      return writes.map((write) => answers.get(write) ?? null)
    },
  })
}

async function writeAll(run: RunOnGroups, writes: readonly Write[]): Promise<readonly WriteAnswer[]> {
  const { groups, numberOf } = numbered(writes)
  const args = writes.flatMap(({ group, isClaim, name, value, ttlSeconds }) => [
    ...[numberOf(group), isClaim ? 1 : 0, name, value, ttlSeconds],
  ])
  return (await run(WRITE, groups, args)) as readonly WriteAnswer[]
}

async function endAll(run: RunOnGroups, ended: readonly EndedMember[], ttlSeconds: number): Promise<void> {
  const { groups, numberOf } = numbered(ended)
  const args = ended.flatMap(({ group, member, names }) => [numberOf(group), member, names.length, ...names])
  await run(END, groups, [ttlSeconds, ...args])
}

/** The groups of items, each once, and the number by which a script knows each. */
function numbered(items: readonly { readonly group: string }[]) {
  const numbers = new Map<string, number>()
  for (const { group } of items) if (!numbers.has(group)) numbers.set(group, numbers.size + 1)
  return { groups: [...numbers.keys()], numberOf: (group: string) => numbers.get(group) ?? 0 }
}
