import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import { makeDispatchGate } from '#stages/batch/shards/runner/dispatch-gate.ts'
import { passTime } from '#stages/batch/shards/runner/pass-time.ts'
import type { RunnerParts } from '#stages/batch/shards/runner/runner-parts.ts'
import type { ShardStore } from '#stages/batch/shards/shard-store.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const tick: Command = { kind: 'tick' }

describe('passTime', () => {
  const clock = driveClockInEachTest()
  let stop: () => Promise<void>
  afterEach(async () => {
    await stop()
  })

  function start(store: Partial<ShardStore>, more: Partial<RunnerParts> = {}) {
    const { parts, ...running } = fakeParts(fakeStore(store).store, more)
    const gate = makeDispatchGate()
    gate.open()
    const work = passTime({ ...parts, gate })
    stop = () => running.stop(work)
    return { ...running, gate }
  }

  it('lets time pass twice a minute', async () => {
    const { sent } = start({ expired: () => [] })
    await clock.pass(29_999)
    expect(sent).to.deep.equal([])
    await clock.pass(1001)
    expect(sent).to.deep.equal([tick])
    await clock.pass(31_000)
    expect(sent).to.deep.equal([tick, tick])
  })

  it('ends batches whose time is over, with their items in flight', async () => {
    const expired = [
      { batch: 'a', inFlight: [1, 3] },
      { batch: 'b', inFlight: [] },
    ]
    const { sent } = start({ expired: () => expired })
    await clock.until(() => sent.length >= 2)
    expect(sent.slice(0, 2)).to.deep.equal([
      { kind: 'expire', batch: 'a', inFlight: [1, 3] },
      { kind: 'expire', batch: 'b', inFlight: [] },
    ])
  })

  it('lets nothing be dispatched from the look at what is in flight until the end is applied, also after an error', async () => {
    const dispatched: number[] = []
    let tries = 0
    const applied = Promise.withResolvers<void>()
    const { gate } = start(
      { expired: () => (tries < 3 ? [{ batch: 'a', inFlight: [tries] }] : []) },
      {
        async send(command) {
          if (command.kind === 'expire') {
            tries += 1
            dispatched.push((await gate.dispatch(async () => [{} as never])).length)
            if (tries === 1) throw unavailable('log')
            if (tries === 2) await applied.promise
          }
          return { position: 1, wasAdded: [], isKnown: true }
        },
      },
    )
    await clock.until(() => tries === 2)
    expect(await gate.dispatch(async () => [{} as never])).to.deep.equal([])
    expect(dispatched).to.deep.equal([0, 0])
    tries = 3
    applied.resolve()
    await clock.until(async () => (await gate.dispatch(async () => [{} as never])).length === 1)
  })
})
