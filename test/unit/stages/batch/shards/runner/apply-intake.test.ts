import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import type { Answer, Command } from '#stages/batch/shards/commands.ts'
import type { ShardLogs } from '#stages/batch/shards/logs/shard-logs.ts'
import { applyIntake } from '#stages/batch/shards/runner/apply-intake.ts'
import type { IntakeRecord, ShardPositions, ShardStore } from '#stages/batch/shards/shard-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { batchNamed, numbered, page, result } from '#test/contract/frontier/batch-scene.ts'
import { memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const keep = (batch: string): Command => ({ kind: 'keep', batch })
const ending = (id: string): Completion => ({ id, outcome: result('http://x.example/') })
const idsOf = (completions: readonly Completion[] = []) => completions.map(({ id }) => id)

describe('applyIntake', () => {
  flowingClockInEachTest()
  let logs: ReturnType<typeof memoryShardLogs>
  let stop: () => Promise<void>
  beforeEach(() => {
    logs = memoryShardLogs()
    stop = async () => undefined
  })
  afterEach(() => stop())

  const append = async (...commands: Command[]) => {
    for (const command of commands) await logs.append(0, command)
  }

  /** Applies the intake to a store until it is stopped. `more` changes the store. */
  function start(
    more: Partial<ShardStore> = {},
    positions: Partial<ShardPositions> = {},
    given: ShardLogs = logs,
  ) {
    const fake = fakeStore({}, positions)
    const applications: (readonly IntakeRecord[])[] = []
    const apply: ShardStore['apply'] = (records) => {
      applications.push(records)
      return (more.apply ?? fake.store.apply)(records)
    }
    const { parts, ...running } = fakeParts({ ...fake.store, ...more, apply }, { logs: given })
    const answered = new Map<number, Answer>()
    const passed: number[] = []
    const limited: string[] = []
    const work = applyIntake({
      ...parts,
      answers: {
        answer: (offset, answer) => void answered.set(offset, answer),
        passed: (position) => void passed.push(position),
      },
      async limited(work) {
        limited.push('begin')
        const value = await work()
        limited.push('end')
        return value
      },
      onApplied: () => undefined,
    })
    stop = () => running.stop(work)
    const until = (position: number) => eventually(() => fake.store.positions().intake === position)
    return { ...fake, ...running, applications, answered, passed, limited, until }
  }
  const namesOf = (applied: readonly IntakeRecord[]) =>
    applied.flatMap(({ command }) => (command?.kind === 'keep' ? [command.batch] : []))

  it('goes on at the position of the shard, and answers each command', async () => {
    await append(keep('a'), keep('b'), keep('c'))
    const { applied, answered, passed, until } = start({}, { intake: 1 })
    await until(3)
    expect(namesOf(applied)).to.deep.equal(['b', 'c'])
    const answer = { wasAdded: [], isKnown: true }
    await eventually(() => passed.includes(3))
    expect([...answered]).to.deep.equal([
      [1, { ...answer, position: 2 }],
      [2, { ...answer, position: 3 }],
    ])
  })

  /** The logs, which tell of each page of the intake as soon as it is read. */
  const telling = (onPage: (position: number) => Promise<void>): ShardLogs => ({
    ...logs,
    async intake(shard, position) {
      const page = await logs.intake(shard, position)
      await onPage(position)
      return page
    },
  })

  it('reads again after a notification that came while the last page was read', async () => {
    await append(keep('a'))
    const positions: number[] = []
    const { notify, until } = start(
      {},
      {},
      telling(async (position) => {
        positions.push(position)
        if (position > 0) return
        await append(keep('b'))
        notify('intake')
      }),
    )
    await until(2)
    expect(positions).to.deep.equal([0, 1])
  })

  it('reads no page when nothing followed the last one', async () => {
    await append(...Array.from({ length: 15 }, (_, at) => keep(`a${at}`)))
    const positions: number[] = []
    const { passed } = start(
      {},
      {},
      telling(async (position) => void positions.push(position)),
    )
    await eventually(() => passed.includes(15))
    expect(positions).to.deep.equal([0, 10])
  })

  it('applies large commands in transactions of their own, and small ones together', async () => {
    const items = numbered('x.example', 300).map((url) => page(url))
    const add: Command = { kind: 'add', batch: batchNamed('a'), items }
    await append(keep('a'), add, keep('b'), add, keep('c'), keep('d'))
    const { applications, until } = start()
    await until(6)
    expect(applications.map((records) => records.map(({ offset }) => offset))).to.deep.equal([
      [0, 1, 2],
      [3, 4, 5],
    ])
  })

  it('loads the outcomes of endings in the state before their command, within the limit', async () => {
    const asked: number[] = []
    for (const id of ['a.1', 'other.1']) logs.end(0, ending(id))
    await append(keep('a'), { kind: 'endings', before: 2 }, keep('b'))
    const started = start({
      awaited(ids) {
        asked.push(namesOf(started.applied).length)
        return new Set(ids.filter((id) => id !== 'other.1'))
      },
    })
    await started.until(3)
    expect(asked).to.deep.equal([1])
    expect(started.limited).to.deep.equal(['begin', 'end'])
    const applied = started.applied.find(({ command }) => command?.kind === 'endings')
    expect(applied?.completions).to.deep.equal([ending('a.1')])
  })

  it('loads the endings of successive commands together, as many as one command has', async () => {
    const loads: number[] = []
    for (let at = 1; at <= 260; at++) logs.end(0, ending(`a.${at}`))
    const endings = (before: number): Command => ({ kind: 'endings', before })
    await append(endings(60), keep('a'), endings(120), endings(200), endings(260), keep('b'))
    const load: ShardLogs['load'] = async (some) => {
      loads.push(some.length)
      return logs.load(some)
    }
    const { applied, limited, until } = start({}, {}, { ...logs, load })
    await until(6)
    const counts = applied.flatMap(({ completions }) => completions?.length ?? [])
    expect(counts).to.deep.equal([60, 60, 80, 60])
    expect(namesOf(applied)).to.deep.equal(['a', 'b'])
    expect(idsOf(applied.flatMap(({ completions = [] }) => completions)).at(-1)).to.equal('a.260')
    expect(loads.reduce((sum, count) => sum + count)).to.equal(260)
    expect(limited).to.have.length(4)
  })

  it('completes items that were added between two commands, also when the first has no new endings', async () => {
    logs.end(0, ending('a.1'))
    await append({ kind: 'endings', before: 0 }, keep('adds a.1'), { kind: 'endings', before: 1 })
    const started = start({
      awaited: (ids) => new Set(namesOf(started.applied).length > 0 ? ids : []),
    })
    await started.until(3)
    expect(started.applied.map(({ completions }) => idsOf(completions))).to.deep.equal([[], [], ['a.1']])
  })

  it('goes on at the oldest command when the log has lost some, with an error', async () => {
    await append(keep('a'), keep('b'), keep('c'))
    logs.removeCommands(0, 2)
    const { applied, errors, until } = start()
    await until(3)
    expect(namesOf(applied)).to.deep.equal(['c'])
    expect(errors[0]).to.include('lost commands')
  })

  it('begins anew with a log that was created anew', async () => {
    await append(keep('a'), keep('b'))
    const { applied, errors, until } = start({}, { intake: 5000 })
    await until(2)
    expect(namesOf(applied)).to.deep.equal(['a', 'b'])
    expect(errors).to.have.length(1)
  })

  it('passes over endings of a former log', async () => {
    await append({ kind: 'endings', before: 310 }, keep('a'))
    const { applied, store, until } = start({}, { ended: 300 })
    await until(2)
    expect(applied.map(({ command }) => command)).to.deep.equal([null, keep('a')])
    expect(store.positions().ended).to.equal(0)
  })

  it('passes over a command that cannot be applied, and applies the others', async () => {
    await append(keep('a'), keep('bad'), keep('b'))
    const started = start({
      async apply(records) {
        if (namesOf(records).includes('bad')) throw new TypeError('broken')
        return started.store.apply(records)
      },
    })
    await started.until(3)
    expect(namesOf(started.applied)).to.deep.equal(['a', 'b'])
    await eventually(() => started.passed.includes(3))
    expect([...started.answered.keys()]).to.deep.equal([0, 2])
    expect(started.errors.join()).to.include('broken')
  })

  it('applies the other endings of a command when one cannot be applied', async () => {
    const assertGood = (completions: readonly Completion[] = []) => {
      if (completions.some(({ id, outcome }) => id === 'a.2' && outcome !== null)) throw new TypeError('bad')
    }
    for (const id of ['a.1', 'a.2', 'a.3']) logs.end(0, ending(id))
    await append({ kind: 'endings', before: 3 }, keep('a'))
    const started = start({
      async apply(records) {
        for (const { completions } of records) assertGood(completions)
        return started.store.apply(records)
      },
      async complete(completions, now) {
        assertGood(completions)
        await started.store.complete(completions, now)
      },
    })
    await started.until(2)
    expect(started.completed).to.deep.equal([ending('a.1'), { id: 'a.2', outcome: null }, ending('a.3')])
    expect(started.store.positions().ended).to.equal(3)
    expect(started.applied.map(({ completions }) => idsOf(completions))).to.deep.equal([[], []])
    await eventually(() => started.answered.size === 2)
    expect(started.errors.some((line) => line.includes('a.2'))).to.equal(true)
  })

  it('waits while the disk is full, and applies each command once', async () => {
    let tries = 0
    await append(keep('a'), keep('b'))
    const started = start({
      apply: (records) => (++tries < 3 ? Promise.reject(unavailable('disk')) : started.store.apply(records)),
    })
    await started.until(2)
    expect(namesOf(started.applied)).to.deep.equal(['a', 'b'])
    expect(started.errors).to.deep.equal([])
  })
})
