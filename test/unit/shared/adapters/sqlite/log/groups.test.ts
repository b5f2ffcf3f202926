import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { makeGroups } from '#shared/adapters/sqlite/log/groups.ts'
import { type LogTables, logTables } from '#shared/adapters/sqlite/log/log-tables.ts'
import type { Reader } from '#shared/adapters/sqlite/log/reader.ts'
import { isUnavailable } from '#shared/errors.ts'
import { METADATA_LIMIT } from '#shared/ports/event-log.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** A reader that only notes which topics it owns and what it is told. */
function noted() {
  const notes: string[] = []
  let owned: string[] = []
  const reader: Reader = {
    assign(topics) {
      owned = topics.map(({ name }) => name)
      notes.push(`owns ${owned.join('+')}`)
    },
    owns: (name) => owned.includes(name),
    wake: (names) => void notes.push(`wake ${names}`),
    pause: () => void notes.push('pause'),
    resume: () => void notes.push('resume'),
    close() {
      owned = []
      notes.push('close')
    },
  }
  return { notes, reader }
}

describe('makeGroups', () => {
  let database: Database
  let tables: LogTables
  let groups: ReturnType<typeof makeGroups>
  beforeEach(() => {
    database = openDatabase(':memory:')
    tables = logTables(database.db)
    for (const topic of ['t', 'u']) tables.topics.add({ topic, retentionMs: 1000, maxRecordBytes: 1000 })
    groups = makeGroups(database, tables)
  })
  afterEach(() => database.close())

  it('gives a topic to the member that joined first, and to the next one when that leaves', async () => {
    const [first, second, third] = [noted(), noted(), noted()]
    const subscription = await groups.join('g', ['t', 'u'], first.reader)
    await groups.join('g', ['t'], second.reader)
    await groups.join('g', ['t', 'u'], third.reader)
    expect([first, second, third].map(({ notes }) => notes)).to.deep.equal([
      ['owns t+u'],
      ['owns '],
      ['owns '],
    ])
    await subscription.close()
    await subscription.close()
    expect(first.notes.slice(1)).to.deep.equal(['close'])
    expect([second.notes.slice(1), third.notes.slice(1)]).to.deep.equal([['owns t'], ['owns u']])
  })

  it('gives every group all topics', async () => {
    const [one, other] = [noted(), noted()]
    await groups.join('g', ['t'], one.reader)
    await groups.join('h', ['t'], other.reader)
    expect([one.notes, other.notes]).to.deep.equal([['owns t'], ['owns t']])
  })

  it('registers a group at its first subscription, at the oldest record', async () => {
    const { id } = tables.topics.get('t')
    tables.topics.takeOffsets(id, 4)
    await groups.join('g', ['t'], noted().reader)
    expect(tables.commits.get('g', id)).to.deep.include({ offset: 4, metadata: '' })
    tables.commits.set('g', id, { offset: 2, metadata: 'm' })
    await groups.join('g', ['t'], noted().reader)
    expect(tables.commits.get('g', id)).to.deep.include({ offset: 2, metadata: 'm' })
  })

  it('commits positions of owned topics, all or none', async () => {
    const { id } = tables.topics.get('t')
    tables.topics.takeOffsets(id, 9)
    const subscription = await groups.join('g', ['t'], noted().reader)
    const at = (topic: string, offset: number, metadata = 'm') => ({ topic, partition: 0, offset, metadata })
    await subscription.commit([at('t', 5)])
    expect(isUnavailable(await rejectionOf(subscription.commit([at('t', 7), at('u', 1)])))).to.equal(true)
    const long = 'm'.repeat(METADATA_LIMIT + 1)
    expect(await rejectionOf(subscription.commit([at('t', 8, long)]))).to.be.instanceOf(RangeError)
    expect(tables.commits.get('g', id)).to.deep.include({ offset: 5 })
    await subscription.close()
    expect(isUnavailable(await rejectionOf(subscription.commit([at('t', 6)])))).to.equal(true)
  })

  it('passes wake-ups to all members until it is closed', async () => {
    const one = noted()
    const subscription = await groups.join('g', ['t'], one.reader)
    groups.wake(['t', 'u'])
    subscription.pause()
    subscription.resume()
    groups.closeAll()
    groups.wake('all')
    expect(one.notes.slice(1)).to.deep.equal(['wake t,u', 'pause', 'resume', 'close'])
  })
})
