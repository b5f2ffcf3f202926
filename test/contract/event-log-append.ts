import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { NewRecord, RecordPlace } from '#shared/ports/event-log.ts'
import { type EventLogFixture, MAX_RECORD_BYTES, textRecord } from './event-log-fixture.ts'
import { eventually, rejectionOf } from './eventually.ts'

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

/** Contract of appending records and reading them. */
export function eventLogAppendContract(fixture: EventLogFixture): void {
  async function roundTrip(record: Omit<NewRecord, 'topic'>) {
    const topic = await fixture.topic()
    await fixture.log().append([{ topic, ...record }])
    const { collector } = await fixture.join(fixture.group(), [topic])
    await eventually(() => collector.records.length > 0)
    expect(collector.records).to.have.length(1)
    const read = collector.records[0]
    expect(read?.topic).to.equal(topic)
    return read
  }

  it('returns key, value and headers byte for byte', async () => {
    const headers = { ce_id: EVERY_BYTE, text: 'grüße', empty: '', 'content-type': Buffer.from('a/b') }
    const read = await roundTrip({ key: EVERY_BYTE, value: EVERY_BYTE, headers })
    expect(read?.key).to.deep.equal(EVERY_BYTE)
    expect(read?.value).to.deep.equal(EVERY_BYTE)
    expect(read?.headers).to.deep.equal({
      ce_id: EVERY_BYTE,
      text: Buffer.from('grüße'),
      empty: Buffer.alloc(0),
      'content-type': Buffer.from('a/b'),
    })
  })

  it('distinguishes null from empty', async () => {
    const nothing = await roundTrip({ key: null, value: null, headers: {} })
    expect(nothing).to.include({ key: null, value: null })
    expect(nothing?.headers).to.deep.equal({})
    const empty = await roundTrip({ key: '', value: '', headers: {} })
    expect(empty?.key).to.deep.equal(Buffer.alloc(0))
    expect(empty?.value).to.deep.equal(Buffer.alloc(0))
  })

  it('returns the time of an append', async () => {
    const before = Date.now()
    const read = await roundTrip({ key: 'k', value: 'v', headers: {} })
    expect(read?.timestamp).to.be.within(before, Date.now())
  })

  it('keeps the order of the records of one key, in one partition with ascending offsets', async () => {
    const topic = await fixture.topic()
    const { collector } = await fixture.join(fixture.group(), [topic])
    for (let n = 0; n < 40; n++) {
      await fixture.log().append(['a', 'b', 'c'].map((key) => textRecord(topic, key, `${key}${n}`)))
    }
    await eventually(() => collector.records.length === 120)
    for (const key of ['a', 'b', 'c']) {
      const own = collector.records.filter((record) => String(record.key) === key)
      expect(own.map(({ value }) => String(value))).to.deep.equal(
        Array.from({ length: 40 }, (_, n) => `${key}${n}`),
      )
      expect(new Set(own.map(({ partition }) => partition)).size).to.equal(1)
      const offsets = own.map(({ offset }) => offset)
      expect(offsets).to.deep.equal(offsets.toSorted((a, b) => a - b))
    }
  })

  it('appends to several topics at once', async () => {
    const [one, two] = (await fixture.topics(2)) as [string, string]
    await fixture
      .log()
      .append([textRecord(one, 'k', '1'), textRecord(two, 'k', '2'), textRecord(one, 'k', '3')])
    const { collector } = await fixture.join(fixture.group(), [one, two])
    await eventually(() => collector.records.length === 3)
    const valuesOf = (topic: string) =>
      collector.records.filter((record) => record.topic === topic).map(({ value }) => String(value))
    expect(valuesOf(one)).to.deep.equal(['1', '3'])
    expect(valuesOf(two)).to.deep.equal(['2'])
  })

  it('resolves with the place of each record, at which a reader finds it', async () => {
    const [one, two] = (await fixture.topics(2)) as [string, string]
    const records = Array.from({ length: 60 }, (_, n) =>
      textRecord(n % 3 === 0 ? two : one, `key ${n % 7}`, String(n)),
    )
    const appends = [records.slice(0, 40), records.slice(40), [textRecord(one, null, 'last')]]
    const places = (await Promise.all(appends.map((append) => fixture.log().append(append)))).flat()
    expect(new Set(places.map((place) => Object.values(place).join('/'))).size).to.equal(61)
    for (const [index, record] of appends.flat().entries()) {
      const { topic, partition, offset } = places[index] as RecordPlace
      const [read] = (await fixture.reader().read(topic, partition, offset)).records
      expect(read).to.include({ topic: record.topic, partition, offset })
      expect(String(read?.value)).to.equal(record.value)
    }
  })

  it('accepts an empty list of records', async () => {
    expect(await fixture.log().append([])).to.deep.equal([])
  })

  it('neither loses nor duplicates any of 1,000 concurrent appends, and keeps their order', async () => {
    const topic = await fixture.topic()
    const { collector } = await fixture.join(fixture.group(), [topic])
    const values = Array.from({ length: 1000 }, (_, n) => String(n))
    await Promise.all(values.map((value) => fixture.log().append([textRecord(topic, 'one key', value)])))
    await eventually(() => collector.records.length >= 1000)
    expect(collector.values()).to.deep.equal(values)
  })

  it('accepts more records in one append than one request or page holds', async () => {
    const topic = await fixture.topic()
    const { collector } = await fixture.join(fixture.group(), [topic])
    const records = Array.from({ length: 3000 }, (_, n) =>
      textRecord(topic, 'one key', String(n).padEnd(1000)),
    )
    const places = await fixture.log().append(records)
    await eventually(() => collector.records.length >= 3000)
    expect(collector.values()).to.deep.equal(records.map(({ value }) => value))
    expect(places).to.deep.equal(
      collector.records.map(({ partition, offset }) => ({ topic, partition, offset })),
    )
  })

  it('accepts the largest record and rejects a larger one, without effect on others', async () => {
    const topic = await fixture.topic()
    const value = randomBytes(MAX_RECORD_BYTES - 'k'.length - 'header'.length - 'value'.length)
    const largest = { topic, key: 'k', value, headers: { header: 'value' } }
    const tooLarge = { ...largest, value: Buffer.concat([value, Buffer.alloc(1)]) }
    const neighbours = [fixture.log().append([largest]), rejectionOf(fixture.log().append([tooLarge]))]
    await Promise.all([...neighbours, fixture.log().append([textRecord(topic, 'k', 'small')])])
    const error = await neighbours[1]
    expect(error).to.be.instanceOf(RangeError)
    expect((error as RangeError).message)
      .to.include(topic)
      .and.include('100001')
      .and.include('100000')
    const { collector } = await fixture.join(fixture.group(), [topic])
    await eventually(() => collector.records.length >= 2)
    expect(collector.records.map((record) => record.value?.length)).to.deep.equal([
      value.length,
      'small'.length,
    ])
  })

  it('leaves existing topics unchanged', async () => {
    const topic = await fixture.topic()
    await fixture.log().append([textRecord(topic, 'k', 'before')])
    await fixture.log().createTopics([{ topic, retentionMs: 1000, maxRecordBytes: MAX_RECORD_BYTES }])
    const { collector } = await fixture.join(fixture.group(), [topic])
    await eventually(() => collector.records.length === 1)
  })

  it('creates topics while others create them', async () => {
    const topic = `raced-${crypto.randomUUID()}`
    const spec = { topic, retentionMs: 3_600_000, maxRecordBytes: MAX_RECORD_BYTES }
    await Promise.all(Array.from({ length: 4 }, () => fixture.log().createTopics([spec])))
    await fixture.log().append([textRecord(topic, 'k', 'v')])
  })

  it('answers a ping', async () => {
    await fixture.log().ping()
  })
}
