import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { type Outcome, outcomeRecord } from '#shared/messages/events/outcome.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { makeOutcomeLoader, type OutcomeSource } from '#stages/batch/shards/logs/load-outcomes.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { outcomeNamed } from '#test/contract/shards/shard-logs.ts'
import { memoryLog } from '../memory-log.ts'

const inspection = (id: string) => {
  const about = { id, operation: 'metadata', lane: 'batch', parameters: null, url: '' } as const
  return { ...about, expiresAt: null, traceparent: null, timing: '' }
}
const at = (id: string, offset: number, partition = 0, topic = 'result.metadata') => {
  return { id, place: { topic, partition, offset } }
}
const found = (id: string): Completion => ({ id, outcome: outcomeNamed(id) })
const none = (id: string): Completion => ({ id, outcome: null })

describe('outcomes at their places', () => {
  let log: ReturnType<typeof memoryLog>
  beforeEach(() => {
    log = memoryLog({ pageRecords: 4 })
  })

  /** Appends the outcomes of these inspections to a partition. */
  const append = (ids: readonly string[], partition = 0, more: Partial<Outcome> = {}) =>
    log.append(
      ids.map((id) => {
        return { ...outcomeRecord(inspection(id), { ...outcomeNamed(id), ...more }), partition }
      }),
    )
  const loader = (more: Partial<OutcomeSource> = {}) =>
    makeOutcomeLoader({
      events: log.events,
      needsValue: () => false,
      readValue: () => Promise.reject(new Error('no value is needed')),
      ...more,
    })

  it('are read a page at a time from the first place on that is not in the page before', async () => {
    await append(['a.0', 'a.1', 'a.2', 'a.3', 'a.4', 'a.5', 'a.6', 'a.7', 'a.8', 'a.9'])
    await append(['b.0', 'b.1'], 1)
    const endings = [at('a.9', 9), at('b.1', 1, 1), at('a.1', 1), at('a.4', 4), { id: 'c.1', place: null }]
    expect(await loader()(endings)).to.deep.equal(['a.9', 'b.1', 'a.1', 'a.4'].map(found).concat(none('c.1')))
    expect(log.reads.toSorted()).to.deep.equal([
      'result.metadata/0/1',
      'result.metadata/0/9',
      'result.metadata/1/1',
    ])
  })

  it('are none of an inspection that has not ended: the news of its host is passed on', async () => {
    const news = { id: 'a.0', restsUntil: 7 }
    expect(await loader()([{ ...news, place: null }])).to.deep.equal([{ ...news, outcome: null }])
  })

  it('are none where retention removed them, and those after them are found', async () => {
    await append(['a.0', 'a.1', 'a.2', 'a.3', 'a.4', 'a.5'])
    log.remove('result.metadata', 0, 2)
    const endings = ['a.0', 'a.1', 'a.2', 'a.5'].map((id) => at(id, Number(id.slice(2))))
    expect(await loader()(endings)).to.deep.equal([none('a.0'), none('a.1'), found('a.2'), found('a.5')])
  })

  it('are none where the record is no event, or that of another inspection', async () => {
    await append(['a.0'])
    await log.append([{ topic: 'result.metadata', partition: 0, key: null, value: '{}', headers: {} }])
    expect(await loader()([at('b.0', 0), at('a.1', 1)])).to.deep.equal([none('b.0'), none('a.1')])
  })

  it('are unavailable, not none, while the log does not show the record yet', async () => {
    await append(['a.0'])
    const load = loader()
    expect(isUnavailable(await rejectionOf(load([at('a.0', 0), at('a.1', 1)])))).to.equal(true)
    await append(['a.1'])
    expect(await load([at('a.0', 0), at('a.1', 1)])).to.deep.equal([found('a.0'), found('a.1')])
  })

  it('have the value from the object store where it is needed and still there', async () => {
    const [wanted, unneeded, lost] = ['a.0', 'b.0', 'a.1'] as const
    for (const id of [wanted, unneeded, lost]) await append([id], 0, { json: '', dataref: `http://s/${id}` })
    const asked: string[] = []
    const load = loader({
      needsValue: (id) => id.startsWith('a.'),
      async readValue(dataref) {
        asked.push(dataref)
        return dataref.endsWith(wanted) ? '{"value":1}' : null
      },
    })
    const completions = await load([at(wanted, 0), at(unneeded, 1), at(lost, 2)])
    const light = (id: string) => ({ ...outcomeNamed(id), json: '', dataref: `http://s/${id}` })
    expect(completions).to.deep.equal([
      { id: wanted, outcome: light(wanted), value: '{"value":1}' },
      { id: unneeded, outcome: light(unneeded) },
      { id: lost, outcome: light(lost) },
    ])
    expect(asked.toSorted()).to.deep.equal(['http://s/a.0', 'http://s/a.1'])
  })

  it('are unavailable while the log or the object store is', async () => {
    await append(['a.0'], 0, { json: '', dataref: 'http://s/a.0' })
    const down = () => Promise.reject(unavailable('it'))
    for (const load of [
      loader({ events: { read: down } }),
      loader({ needsValue: () => true, readValue: down }),
    ])
      expect(isUnavailable(await rejectionOf(load([at('a.0', 0)])))).to.equal(true)
  })

  it('are read from a few partitions at the same time, over all calls', async () => {
    let [running, most] = [0, 0]
    const events = {
      async read(...place: Parameters<typeof log.events.read>) {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running -= 1
        return log.events.read(...place)
      },
    }
    const wide = Array.from({ length: 20 }, (_, partition) => partition)
    log = memoryLog({ partitions: wide.length })
    for (const partition of wide) await append([`a.${partition}`], partition)
    const load = loader({ events })
    const endings = wide.map((partition) => at(`a.${partition}`, 0, partition))
    const expected = wide.map((partition) => found(`a.${partition}`))
    expect(await Promise.all([load(endings), load(endings)])).to.deep.equal([expected, expected])
    expect(most).to.equal(4)
  })
})
