import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import type { FactsPlace } from '#shared/messages/payloads/item-facts.ts'
import { factsRecord } from '#shared/messages/payloads/item-facts.ts'
import { type FactsSource, makeFactsLoader } from '#stages/batch/event-log/load-facts.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { failure, result } from '#test/contract/frontier/batch-scene.ts'
import { memoryLog } from './memory-log.ts'

const TOPIC = 'item.facts'
const url = 'http://x.example/'
const ended = (id: string, factsAt?: FactsPlace): Completion => ({
  id,
  outcome: { ...result(url), ...(factsAt && { factsAt }) },
})
const at = (id: string, offset: number, partition = 0) => ended(id, { partition, offset })

describe('facts at their places', () => {
  let log: ReturnType<typeof memoryLog>
  let warnings: unknown[]
  beforeEach(() => {
    log = memoryLog({ pageRecords: 4 })
    warnings = []
  })

  const append = (ids: readonly string[], partition = 0) =>
    log.append(ids.map((id) => ({ ...factsRecord({ id, url }, `facts of ${id}`), partition })))
  const loader = (events: Partial<FactsSource['events']> = {}) =>
    makeFactsLoader({
      events: { ...log.events, ...events },
      logger: { warn: (...given: readonly unknown[]) => void warnings.push(given[0]) },
    })
  /** The ids with the facts that were loaded for them. */
  const loaded = (completions: readonly Completion[]) =>
    completions.map(({ id, siteFacts = null }) => [id, siteFacts])
  const factsOf = (id: string) => [id, `facts of ${id}`]
  const lost = (id: string) => [id, null]

  it('are read a page at a time, from the first place on that is in no page before', async () => {
    await append(['a.0', 'a.1', 'a.2', 'a.3', 'a.4', 'a.5', 'a.6', 'a.7', 'a.8', 'a.9'])
    await append(['b.0', 'b.1'], 1)
    const ends = [at('a.9', 9), at('b.1', 1, 1), at('a.1', 1), at('a.4', 4)]
    expect(loaded(await loader()(ends))).to.deep.equal(['a.9', 'b.1', 'a.1', 'a.4'].map(factsOf))
    expect(log.reads.toSorted()).to.deep.equal([`${TOPIC}/0/1`, `${TOPIC}/0/9`, `${TOPIC}/1/1`])
    expect(warnings).to.deep.equal([])
  })

  it('are read once for the groups that follow', async () => {
    await append(['a.0', 'a.1', 'a.2', 'a.3'])
    const load = loader()
    await load([at('a.0', 0), at('a.2', 2)])
    expect(loaded(await load([at('a.3', 3), at('a.1', 1)]))).to.deep.equal(['a.3', 'a.1'].map(factsOf))
    expect(log.reads).to.deep.equal([`${TOPIC}/0/0`])
  })

  it('are none where the outcome names no place, and nothing else changes', async () => {
    const ends = [ended('a.0'), { id: 'a.1', outcome: failure(url) }, { id: 'a.2', outcome: null }]
    expect(await loader()([...ends, { ...ended('a.3'), value: '{}', restsUntil: 1 }])).to.deep.equal([
      ...ends,
      { ...ended('a.3'), value: '{}', restsUntil: 1 },
    ])
    expect(log.reads).to.deep.equal([])
  })

  it('are none where retention removed them, and those after them are found; one warning tells', async () => {
    await append(['a.0', 'a.1', 'a.2', 'a.3', 'a.4', 'a.5'])
    log.remove(TOPIC, 0, 2)
    const load = loader()
    const ends = ['a.0', 'a.1', 'a.2', 'a.5'].map((id) => at(id, Number(id.slice(2))))
    const expected = [lost('a.0'), lost('a.1'), factsOf('a.2'), factsOf('a.5')]
    expect(loaded(await load(ends))).to.deep.equal(expected)
    expect(loaded(await load(ends))).to.deep.equal(expected)
    expect(warnings).to.deep.equal([{ id: 'a.0', topic: TOPIC, partition: 0, offset: 0 }])
  })

  it('are never those of another item: the topic was made anew', async () => {
    await append(['a.0', 'a.1'])
    const load = loader()
    expect(loaded(await load([at('a.0', 0)]))).to.deep.equal([factsOf('a.0')])
    log.renew(TOPIC, 3)
    await append(['b.0', 'b.1', 'b.2'])
    expect(loaded(await loader()([at('a.1', 1), at('b.2', 2)]))).to.deep.equal([lost('a.1'), factsOf('b.2')])
  })

  it('are none in partitions that a topic made anew has no more', async () => {
    await append(['a.0'], 2)
    const down = unavailable('event log')
    const load = loader({
      read: (topic, partition, offset) =>
        isRenewed && partition > 0 ? Promise.reject(down) : log.events.read(topic, partition, offset),
    })
    let isRenewed = false
    expect(loaded(await load([at('a.0', 0, 2)]))).to.deep.equal([factsOf('a.0')])
    isRenewed = true
    log.renew(TOPIC, 1)
    await append(['b.0'])
    expect(loaded(await load([at('a.1', 1, 2), at('b.0', 0)]))).to.deep.equal([lost('a.1'), factsOf('b.0')])
  })

  it('are waited for while the log does not show them yet, and none when it never does', async () => {
    await append(['a.0'])
    let reads = 0
    const load = loader({
      async read(...place) {
        if (++reads === 3) await append(['a.1'])
        return log.events.read(...place)
      },
    })
    expect(loaded(await load([at('a.1', 1)]))).to.deep.equal([factsOf('a.1')])
    expect(loaded(await load([at('a.2', 2)]))).to.deep.equal([lost('a.2')])
  })

  it('are unavailable, not lost, while the log is', async () => {
    await append(['a.0'])
    const down = () => Promise.reject(unavailable('event log'))
    for (const events of [{ read: down }, { bounds: down }])
      expect(isUnavailable(await rejectionOf(loader(events)([at('a.0', 0)])))).to.equal(true)
  })

  it('are read from a few partitions at the same time', async () => {
    let [running, most] = [0, 0]
    const wide = Array.from({ length: 40 }, (_, partition) => partition)
    log = memoryLog({ partitions: wide.length })
    for (const partition of wide) await append([`a.${partition}`], partition)
    const load = loader({
      async read(...place) {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running -= 1
        return log.events.read(...place)
      },
    })
    const ends = wide.map((partition) => at(`a.${partition}`, 0, partition))
    expect(loaded(await load(ends))).to.deep.equal(wide.map((partition) => factsOf(`a.${partition}`)))
    expect(most).to.equal(16)
  })
})
