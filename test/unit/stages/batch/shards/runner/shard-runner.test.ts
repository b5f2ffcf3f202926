import { expect } from 'chai'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Command, PartReport } from '#stages/batch/shards/commands.ts'
import type { ShardLogs } from '#stages/batch/shards/logs/shard-logs.ts'
import { type ShardRunner, startShardRunner } from '#stages/batch/shards/runner/shard-runner.ts'
import type { ShardStore } from '#stages/batch/shards/shard-store.ts'
import type { Shards } from '#stages/batch/shards/shards.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { batchNamed, page, result } from '#test/contract/frontier/batch-scene.ts'
import { memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { fakeStore } from './fake-store.ts'

const keep = (batch: string): Command => ({ kind: 'keep', batch })
const ending = (id: string) => ({ id, outcome: result('http://x.example/') })

describe('startShardRunner', () => {
  flowingClockInEachTest()
  const running: ShardRunner[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((runner) => runner.stop(0)))
  })

  function start(
    store: ShardStore,
    logs: ShardLogs,
    more: { readonly send?: Shards['send']; readonly logger?: Log; assertMayAdd?(): void } = {},
  ): ShardRunner {
    const send: Shards['send'] = more.send ?? ((_, command) => runner.send(command))
    const runner = startShardRunner({
      ...{ store, logs, shards: { count: 2, send }, logger: more.logger ?? silentLog },
      loads: makeSemaphore(1),
      saveLines: async () => 1000,
      onDispatchable: () => undefined,
      ...(more.assertMayAdd && { assertMayAdd: more.assertMayAdd }),
    })
    running.push(runner)
    return runner
  }
  const namesOf = (applied: ReturnType<typeof fakeStore>['applied']) =>
    applied.flatMap(({ command }) => (command?.kind === 'keep' ? [command.batch] : []))

  it('applies commands in order, and answers each sender with the position after its command', async () => {
    const { store, applied } = fakeStore()
    const runner = start(store, memoryShardLogs())
    const ids = Array.from({ length: 35 }, (_, at) => `b${at}`)
    const answers = await Promise.all(ids.map((id) => runner.send(keep(id))))
    expect(namesOf(applied)).to.deep.equal(ids)
    const offsets = applied.filter(({ command }) => command?.kind === 'keep').map(({ offset }) => offset + 1)
    expect(answers.map(({ position }) => position)).to.deep.equal(offsets)
  })

  it('has endings applied in their order, each once, with their outcomes', async () => {
    const { store, applied } = fakeStore()
    const logs = memoryShardLogs()
    const ids = Array.from({ length: 450 }, (_, at) => `a.${at + 1}`)
    for (const id of ids) logs.end(0, ending(id))
    await start(store, logs).isCaughtUp
    const commands = applied.filter(({ command }) => command?.kind === 'endings')
    expect(commands.flatMap(({ completions }) => completions?.map(({ id }) => id))).to.deep.equal(ids)
    expect(commands.every(({ completions = [] }) => completions.length <= 200)).to.equal(true)
    expect(
      commands.flatMap(({ completions }) => completions ?? []).every((one) => one.outcome !== null),
    ).to.equal(true)
  })

  it('waits while the log or the disk is away, and loses nothing', async () => {
    let isAway = true
    const fake = fakeStore()
    const { apply } = fake.store
    const full = {
      ...fake.store,
      apply: (...given: Parameters<typeof apply>) => (isAway ? away() : apply(...given)),
    }
    const logs = memoryShardLogs()
    let refused = 0
    const away = () => {
      refused += 1
      return Promise.reject(unavailable('disk'))
    }
    const runner = start(full, { ...logs, endings: (...given) => (isAway ? away() : logs.endings(...given)) })
    const sent = runner.send(keep('a'))
    logs.end(0, ending('a.1'))
    await eventually(() => refused > 5)
    expect(fake.applied).to.deep.equal([])
    isAway = false
    await sent
    await runner.isCaughtUp
    expect(fake.store.positions().ended).to.equal(1)
  })

  it('begins anew with a log that was created anew: commands and endings count', async () => {
    const { store, applied } = fakeStore({}, { intake: 5000, ended: 300 })
    const { log, errors } = errorLog()
    const logs = memoryShardLogs()
    logs.end(0, ending('a.1'))
    const runner = start(store, logs, { logger: log })
    await runner.isCaughtUp
    expect((await runner.send(keep('a'))).position).to.equal(store.positions().intake)
    expect(namesOf(applied)).to.deep.equal(['a'])
    const completions = applied.flatMap((record) => record.completions ?? [])
    expect(completions.map(({ id }) => id)).to.deep.equal(['a.1'])
    expect(store.positions().ended).to.equal(1)
    expect(errors.length).to.be.at.least(2)
  })

  it('notices that the log was created anew while it waits for endings of the former one', async () => {
    const { store } = fakeStore({}, { ended: 300 })
    const logs = memoryShardLogs()
    await logs.append(0, { kind: 'endings', before: 310 })
    const runner = start(store, logs)
    await runner.isCaughtUp
    logs.end(0, ending('a.1'))
    await eventually(() => store.positions().ended === 1)
  })

  it('passes over a command that cannot be applied, and applies the others', async () => {
    const fake = fakeStore()
    const { apply } = fake.store
    const { log, errors } = errorLog()
    const store: ShardStore = {
      ...fake.store,
      async apply(records) {
        if (records.some(({ command }) => command?.kind === 'keep' && command.batch === 'bad'))
          throw new TypeError('bad')
        return apply(records)
      },
    }
    const runner = start(store, memoryShardLogs(), { logger: log })
    const sent = ['a', 'bad', 'b'].map((id) => runner.send(keep(id)))
    expect(await rejectionOf(sent[1] as Promise<unknown>)).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await Promise.all([sent[0], sent[2]])
    expect(namesOf(fake.applied)).to.deep.equal(['a', 'b'])
    expect(errors.length).to.be.at.least(1)
  })

  it('rejects senders and stops, although nothing can be applied', async () => {
    const { store } = fakeStore({ apply: () => Promise.reject(unavailable('disk')) })
    const runner = start(store, memoryShardLogs())
    const sent = rejectionOf(runner.send(keep('a')))
    const caughtUp = rejectionOf(runner.isCaughtUp)
    await runner.stop(50)
    expect(await sent).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(await caughtUp).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(await rejectionOf(runner.send(keep('b')))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('refuses commands that add items before they are in the intake while there is no room, and no others', async () => {
    const { store, applied } = fakeStore()
    const logs = memoryShardLogs()
    const batch = batchNamed('a')
    const adding: Command[] = [
      { kind: 'create', batch },
      { kind: 'add', batch, items: [page('http://x.example/')] },
      { kind: 'defer', records: [] },
    ]
    await logs.append(0, adding[0] as Command)
    const assertMayAdd = () => {
      throw unavailable('disk')
    }
    const runner = start(store, logs, { assertMayAdd })
    for (const command of adding)
      expect(await rejectionOf(runner.send(command))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await runner.send(keep('a'))
    const kinds = applied.map(({ command }) => command?.kind).filter((kind) => kind !== 'tick')
    expect(kinds).to.deep.equal(['create', 'keep'])
  })

  it('sends a report until the home has it, and removes the part of a batch that its home does not know', async () => {
    const { store, applied, reports } = fakeStore()
    const counts = { accepted: 1, waiting: 0, running: 0, done: 1, failed: 0 }
    const more = { shard: 0, position: 1, version: 1, isGone: false, counts, open: 0, lines: 1 }
    reports.push({ batch: 'a', ...more } satisfies PartReport)
    let tries = 0
    const runner = start(store, memoryShardLogs(), {
      async send(_, command) {
        tries += 1
        if (tries < 3) throw unavailable('shard')
        expect(command.kind).to.equal('report')
        return { position: 1, wasAdded: [], isKnown: false }
      },
    })
    await eventually(() => applied.some(({ command }) => command?.kind === 'phase'))
    await eventually(() => runner.isIdle())
    expect(applied.map(({ command }) => command).find((one) => one?.kind === 'phase')).to.deep.equal({
      kind: 'phase',
      batch: 'a',
      phase: 'gone',
      version: Number.MAX_SAFE_INTEGER,
    })
    expect(tries).to.equal(3)
  })

  it('reports no position of a log that is not there any more', async () => {
    let isTaken = false
    const fake = fakeStore(
      {
        takeReports() {
          const taken = isTaken ? [] : [{ batch: 'a', position: fake.store.positions().intake } as PartReport]
          isTaken = true
          return taken
        },
      },
      { intake: 5000 },
    )
    const positions: number[] = []
    start(fake.store, memoryShardLogs(), {
      async send(_, command) {
        if (command.kind === 'report') positions.push(command.report.position)
        return { position: 1, wasAdded: [], isKnown: true }
      },
    })
    await eventually(() => positions.length > 0)
    expect(positions).to.deep.equal([1])
  })

  it('dispatches nothing before it has caught up', async () => {
    const { store } = fakeStore({ dispatchOf: async () => [{ id: 'r' } as never] })
    const runner = start(store, memoryShardLogs())
    expect(await runner.dispatchOf('', 1)).to.deep.equal([])
    await runner.isCaughtUp
    await eventually(async () => (await runner.dispatchOf('', 1)).length === 1)
  })

  it('finishes a dispatch under way before it has stopped, and dispatches nothing after that', async () => {
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let dispatches = 0
    const { store } = fakeStore({
      async dispatchOf() {
        dispatches += 1
        begun.resolve()
        await taken.promise
        return [{ id: 'r' } as never]
      },
    })
    const runner = start(store, memoryShardLogs())
    await runner.isCaughtUp
    await new Promise(setImmediate)
    const underWay = runner.dispatchOf('', 1)
    await begun.promise
    let hasStopped = false
    const stopped = runner.stop(1000).then(() => {
      hasStopped = true
    })
    expect(await runner.dispatchOf('', 1)).to.deep.equal([])
    await new Promise(setImmediate)
    expect(hasStopped).to.equal(false)
    taken.resolve()
    expect(await underWay).to.have.length(1)
    await stopped
    expect(await runner.dispatchOf('', 1)).to.deep.equal([])
    expect(dispatches).to.equal(1)
  })
})
