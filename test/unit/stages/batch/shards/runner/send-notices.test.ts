import { mock } from 'node:test'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import { sendNotices } from '#stages/batch/shards/runner/send-notices.ts'
import type { PhaseNotice, ShardStore } from '#stages/batch/shards/shard-store.ts'
import type { Shards } from '#stages/batch/shards/shards.ts'
import { eventually } from '#test/contract/eventually.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const noticeOf = (home: number, shard: number): PhaseNotice => {
  return { home, shard, batch: `b${home}`, phase: 'paused', version: 2 }
}
const away = () => Promise.reject(unavailable('shard'))

describe('sendNotices', () => {
  let notices: PhaseNotice[]
  let told: string[]
  let rounds: number
  let stop: () => Promise<void>
  beforeEach(() => {
    told = []
    rounds = 0
    stop = async () => undefined
  })
  afterEach(async () => {
    mock.restoreAll()
    await stop()
  })

  /** Starts to tell the notices. A shard acknowledges them when `send` resolves. */
  function start(send: Shards['send'] = away) {
    const store = fakeStore({
      notices(limit, after = { home: 0, shard: 0 }) {
        rounds += 1
        const { home: last, shard: lastShard } = after
        const rest = notices.filter(({ home, shard }) => home > last || (home === last && shard > lastShard))
        return rest.slice(0, limit)
      },
    } satisfies Partial<ShardStore>)
    const { parts, ...running } = fakeParts(store.store, {
      shards: {
        send(shard, command) {
          told.push(`${shard} ${(command as Extract<Command, { kind: 'phase' }>).batch}`)
          return send(shard, command)
        },
      },
    })
    const work = sendNotices(parts)
    stop = () => running.stop(work)
    return running
  }

  it('tells each shard the phase of its batch, and no other one', async () => {
    notices = [noticeOf(1, 2), noticeOf(3, 1)]
    const sent: unknown[] = []
    start(async (shard, command) => {
      sent.push([shard, command])
      return { position: 1, wasAdded: [], isKnown: true }
    })
    await eventually(() => sent.length === 2)
    expect(sent).to.deep.equal([
      [2, { kind: 'phase', batch: 'b1', phase: 'paused', version: 2 }],
      [1, { kind: 'phase', batch: 'b3', phase: 'paused', version: 2 }],
    ])
  })

  it('reaches the last of many, although those before it are never acknowledged', async () => {
    notices = Array.from({ length: 1200 }, (_, at) => noticeOf(at + 1, 9))
    notices.push(noticeOf(1201, 1))
    start()
    await eventually(() => told.includes('1 b1201'))
    await eventually(() => new Set(told).size === 1201)
  })

  it('keeps no other shard waiting for one that never answers', async () => {
    notices = Array.from({ length: 900 }, (_, at) => noticeOf(at + 1, 9))
    notices.push(noticeOf(901, 1))
    start((shard) => (shard === 9 ? new Promise(() => {}) : away()))
    await eventually(() => told.includes('1 b901'))
    expect(told.filter((one) => one.startsWith('9 ')).length).to.equal(500)
  })

  it('tells a part again after three seconds, not at each change', async () => {
    const clock = { now: 10_000 }
    mock.method(performance, 'now', () => clock.now)
    notices = [noticeOf(1, 2)]
    const { notify } = start()
    const round = async () => {
      const before = rounds
      notify('state')
      await eventually(() => rounds > before)
    }
    await round()
    clock.now += 2999
    await round()
    expect(told).to.deep.equal(['2 b1'])
    clock.now += 1
    await round()
    expect(told).to.deep.equal(['2 b1', '2 b1'])
  })

  it('logs an error of a shard, unless it is only unavailable', async () => {
    notices = [noticeOf(1, 2), noticeOf(2, 3)]
    const { errors } = start((shard) => (shard === 2 ? away() : Promise.reject(new TypeError('broken'))))
    await eventually(() => errors.length > 0)
    expect(errors).to.have.length(1)
    expect(errors[0]).to.include('broken')
  })
})
