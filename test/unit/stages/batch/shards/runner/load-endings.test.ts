import { mock } from 'node:test'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import type { ShardLogs } from '#stages/batch/shards/logs/shard-logs.ts'
import { loadEndings } from '#stages/batch/shards/runner/load-endings.ts'
import type { RunnerParts } from '#stages/batch/shards/runner/runner-parts.ts'
import type { ShardPositions, ShardStore } from '#stages/batch/shards/shard-store.ts'
import { result } from '#test/contract/frontier/batch-scene.ts'
import { memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const ending = (id: string): Completion => ({ id, outcome: result(`http://${id}.example/`) })
const completionsOf = async (parts: RunnerParts, before: number) =>
  (await loadEndings(parts, before))?.until(before) ?? null

describe('loadEndings', () => {
  const names = Array.from({ length: 25 }, (_, at) => `a.${at + 1}`)
  let logs: ReturnType<typeof memoryShardLogs>
  beforeEach(() => {
    logs = memoryShardLogs()
    for (const id of names) logs.end(0, ending(id))
  })
  afterEach(() => mock.restoreAll())

  function load(
    before: number,
    positions: Partial<ShardPositions> = {},
    more: { store?: Partial<ShardStore>; logs?: Partial<ShardLogs> } = {},
  ) {
    const { store } = fakeStore(more.store, positions)
    const { parts, errors } = fakeParts(store, { logs: { ...logs, ...more.logs } })
    return { completions: completionsOf(parts, before), store, errors }
  }

  it('loads from the position of the shard to the one given, in order, over many pages', async () => {
    const { completions } = load(23, { ended: 2 })
    expect(await completions).to.deep.equal(names.slice(2, 23).map(ending))
  })

  it('reads no page again that was read for the command', async () => {
    const { store } = fakeStore()
    const positions: number[] = []
    const endings: ShardLogs['endings'] = async (shard, position) => {
      positions.push(position)
      return logs.endings(shard, position)
    }
    const { parts } = fakeParts(store, { logs: { ...logs, endings } })
    parts.pagesAhead.set(0, await logs.endings(0, 0))
    expect(await completionsOf(parts, 23)).to.deep.equal(names.slice(0, 23).map(ending))
    expect(positions).to.deep.equal([10, 20])
  })

  it('loads nothing that is applied already', async () => {
    expect(await load(5, { ended: 5 }).completions).to.deep.equal([])
    expect(await load(3, { ended: 5 }).completions).to.deep.equal([])
  })

  it('loads only what is awaited', async () => {
    const awaited = () => new Set(['a.3', 'a.14'])
    expect(await load(20, {}, { store: { awaited } }).completions).to.deep.equal(['a.3', 'a.14'].map(ending))
  })

  it('gives the endings of successive commands, which it has loaded at once', async () => {
    const loads: number[] = []
    const { store } = fakeStore()
    const load: ShardLogs['load'] = async (endings) => {
      loads.push(endings.length)
      return logs.load(endings)
    }
    const { parts } = fakeParts(store, { logs: { ...logs, load } })
    const endings = await loadEndings(parts, 8)
    const given: unknown[] = []
    for (const before of [3, 3, 8]) {
      given.push(await endings?.until(before))
      await store.reposition({ intake: given.length, ended: before })
    }
    expect(given).to.deep.equal([names.slice(0, 3).map(ending), [], names.slice(3, 8).map(ending)])
    expect(loads).to.deep.equal([8])
  })

  it('also loads those that are awaited only since an earlier command', async () => {
    let discovered = ['a.1']
    const { store } = fakeStore({ awaited: (ids) => new Set(ids.filter((id) => discovered.includes(id))) })
    const { parts } = fakeParts(store, { logs })
    const endings = await loadEndings(parts, 3)
    expect(await endings?.until(1)).to.deep.equal([ending('a.1')])
    discovered = ['a.3']
    await store.reposition({ intake: 1, ended: 1 })
    expect(await endings?.until(3)).to.deep.equal([ending('a.3')])
  })

  it('tries again while the log is away', async () => {
    let tries = 0
    const endings: ShardLogs['endings'] = (...given) =>
      ++tries === 1 ? Promise.reject(unavailable('log')) : logs.endings(...given)
    const { completions, errors } = load(1, {}, { logs: { endings } })
    expect(await completions).to.deep.equal([ending('a.1')])
    expect(errors).to.deep.equal([])
  })

  it('goes on behind endings that the log has lost, with an error', async () => {
    const { completions, errors } = load(
      25,
      {},
      {
        logs: {
          oldest: async () => ({ intake: 0, ended: 20 }),
          endings: async (shard, position) =>
            position < 20
              ? { endings: [], next: position, isGone: true, isEnd: false }
              : logs.endings(shard, position),
        },
      },
    )
    expect(await completions).to.deep.equal(names.slice(20).map(ending))
    expect(errors).to.have.length(1)
  })

  it('has none of a former log, whose position is set back', async () => {
    const { completions, store, errors } = load(340, { ended: 300 })
    expect(await completions).to.equal(null)
    expect(store.positions().ended).to.equal(0)
    expect(errors).to.have.length(1)
  })

  it('waits for endings that the log does not show yet', async () => {
    let looks = 0
    const { completions } = load(
      1,
      {},
      {
        logs: {
          endings: async (shard, position) =>
            ++looks < 3
              ? { endings: [], next: position, isGone: false, isEnd: true }
              : logs.endings(shard, position),
        },
      },
    )
    expect(await completions).to.deep.equal([ending('a.1')])
    expect(looks).to.equal(3)
  })

  it('goes on without endings that the log does not show for half a minute, with an error', async () => {
    const clock = { now: 0 }
    mock.method(performance, 'now', () => {
      clock.now += 10_000
      return clock.now
    })
    const { completions, errors } = load(40)
    expect(await completions).to.deep.equal(names.map(ending))
    expect(errors).to.have.length(1)
  })
})
