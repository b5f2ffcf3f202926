import { expect } from 'chai'
import {
  InFlightJournal,
  type MemberJournal,
  partitionKey,
  recordKey,
} from '#shared/consumer/poison-pills/in-flight-journal.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

const at = (partition: number) => ({ topic: 't', partition, offset: 0, metadata: '' })

describe('InFlightJournal', () => {
  let values: Map<string, string>
  let ttls: Map<string, number | null>
  let store: Pick<KeyValues, 'getMany' | 'set'>
  beforeEach(() => {
    ;[values, ttls] = [new Map(), new Map()]
    store = {
      getMany: async (keys) => keys.map((key) => values.get(key) ?? null),
      async set(key, value, ttl) {
        values.set(key, value)
        ttls.set(key, ttl)
      },
    }
  })

  const note: MemberJournal = {
    partitions: new Map([
      ['t:0', 1000],
      ['t:2', 5],
    ]),
    logs: new Map([['t:0', 'A']]),
    entries: [
      { topic: 't', partition: 0, offset: 7, crashes: 2, isInFlight: true },
      { topic: 't', partition: 0, offset: 8, crashes: 1, isInFlight: false },
    ],
  }

  it('names partitions and records', () => {
    expect(partitionKey({ topic: 't', partition: 1 })).to.equal('t:1')
    expect(recordKey({ topic: 't', partition: 1, offset: 9 })).to.equal('t:1:9')
  })

  it('gives the journal of a member for each position that it did not leave', async () => {
    const journal = new InFlightJournal('g', store)
    await journal.write('one', note)
    expect(ttls.get('in-hand:g:one')).to.equal(86_400)
    const owned = [
      { position: at(0), owner: 'one' },
      { position: at(1), owner: 'one' },
      { position: at(2), owner: 'another' },
      { position: at(3), owner: null },
    ]
    expect(await journal.crashed(owned)).to.deep.equal([{ position: at(0), journal: note }])
  })

  it('remembers who claimed a partition of its group last, for ever', async () => {
    const journal = new InFlightJournal('g', store)
    await journal.claim('one', [at(0), at(1)])
    await journal.claim('two', [at(1)])
    expect(await journal.owners([at(0), at(1), at(2)])).to.deep.equal([
      { position: at(0), owner: 'one' },
      { position: at(1), owner: 'two' },
      { position: at(2), owner: null },
    ])
    expect(new Set(ttls.values())).to.deep.equal(new Set([null]))
    const [elsewhere] = await new InFlightJournal('h', store).owners([at(0)])
    expect(elsewhere?.owner).to.equal(null)
  })

  it('reads the journal of a version without ids of logs', async () => {
    values.set('in-hand:g:old', '{"partitions":[["t:0",12]],"entries":[["t",0,3,1,1]]}')
    const [found] = await new InFlightJournal('g', store).crashed([{ position: at(0), owner: 'old' }])
    expect(found?.journal).to.deep.equal({
      partitions: new Map([['t:0', 12]]),
      logs: new Map(),
      entries: [{ topic: 't', partition: 0, offset: 3, crashes: 1, isInFlight: true }],
    })
  })

  it('asks the store for nothing when nobody owned the positions', async () => {
    const silent = { ...store, getMany: () => Promise.reject(new Error('not needed')) }
    expect(await new InFlightJournal('g', silent).crashed([{ position: at(0), owner: null }])).to.deep.equal(
      [],
    )
  })
})
