import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import type { ShardLogs } from '#stages/batch/shards/logs/shard-logs.ts'
import { appendEndings } from '#stages/batch/shards/runner/append-endings.ts'
import type { ShardPositions } from '#stages/batch/shards/shard-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

describe('appendEndings', () => {
  flowingClockInEachTest()
  let stop: () => Promise<void>
  afterEach(() => stop())

  /** Starts to append commands, which are applied at once unless `refuse` throws. */
  function start(endings: number, more: { positions?: Partial<ShardPositions>; refuse?: () => void } = {}) {
    const { store } = fakeStore({}, more.positions)
    const memory = memoryShardLogs()
    let reads = 0
    /** How many pages were read before each command. */
    const readsBefore: number[] = []
    const logs: ShardLogs = {
      ...memory,
      endings(shard, position) {
        reads++
        return memory.endings(shard, position)
      },
    }
    const end = () => memory.end(0, { id: 'a.1', outcome: null })
    for (let at = 0; at < endings; at++) end()
    const befores: number[] = []
    const { parts, ...running } = fakeParts(store, {
      logs,
      async send(command) {
        const { before } = command as Extract<Command, { kind: 'endings' }>
        befores.push(before)
        readsBefore.push(reads)
        more.refuse?.()
        await store.apply([{ offset: store.positions().intake, timestamp: 0, command }])
        return { position: 1, wasAdded: [], isKnown: true }
      },
    })
    let caughtUp = 0
    const work = appendEndings(parts, () => caughtUp++)
    stop = () => running.stop(work)
    return { ...running, store, end, readsBefore, befores, caughtUp: () => caughtUp }
  }

  it('has those that there were applied, up to 200 by a command, before it calls back', async () => {
    const { befores, caughtUp, store } = start(450)
    await eventually(() => caughtUp() > 0)
    expect(befores).to.deep.equal([200, 400, 450])
    expect(store.positions().ended).to.equal(450)
  })

  it('calls back when there are none, and appends for new ones', async () => {
    const { befores, caughtUp, end, notify } = start(0)
    await eventually(() => caughtUp() > 0)
    expect(befores).to.deep.equal([])
    end()
    notify('ended')
    await eventually(() => befores.length > 0)
    expect(befores).to.deep.equal([1])
  })

  it('reads nothing more before a command when the last page has shown the end', async () => {
    const { readsBefore, caughtUp } = start(15)
    await eventually(() => caughtUp() > 0)
    expect(readsBefore).to.deep.equal([2])
  })

  it('goes on behind a page of which a command applies a part only', async () => {
    const { befores, caughtUp } = start(205, { positions: { ended: 1 } })
    await eventually(() => caughtUp() > 0)
    expect(befores).to.deep.equal([201, 205])
  })

  it('goes on at the beginning of a log that was created anew', async () => {
    const { befores, caughtUp, store, errors } = start(3, { positions: { ended: 5000 } })
    await eventually(() => caughtUp() > 0)
    expect(befores).to.deep.equal([3])
    expect(store.positions().ended).to.equal(3)
    expect(errors).to.have.length(1)
  })

  for (const [name, error, logged] of [
    ['the shard does not answer', unavailable('shard'), 0],
    ['the log refuses it for ever', new RangeError('too large'), 1],
  ] as const)
    it(`appends the command again after a while when ${name}`, async () => {
      let isRefusing = true
      const { befores, caughtUp, errors } = start(1, {
        refuse() {
          if (isRefusing) throw error
        },
      })
      await eventually(() => befores.length === 2)
      expect(caughtUp()).to.equal(0)
      expect(errors).to.have.length(2 * logged)
      isRefusing = false
      await eventually(() => caughtUp() > 0)
      expect(befores).to.deep.equal([1, 1, 1])
    })
})
