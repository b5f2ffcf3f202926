import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { eventTopics } from '#shared/messages/topics.ts'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, tally } from '#test/support/external/external-client.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { type EventStream, openEvents, type StreamedEvent } from '#test/support/service/event-stream.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerRealService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 8

const subjects = (events: readonly StreamedEvent[]) => events.map(({ subject }) => subject)
/** The events of the topic whose records are deleted, and all others. */
const apart = (events: readonly StreamedEvent[]) => {
  const isDeleted = ({ type }: StreamedEvent) => type === 'result.metadata.v1'
  return [events.filter(isDeleted), events.filter((event) => !isDeleted(event))] as const
}
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

describe('GET /events on Kafka, of topics with several partitions', function () {
  this.timeout(120_000)
  const openService = workerRealService()
  let site: TargetSite
  let fixture: UsedService
  let first: string
  let second: string
  /** The end of the log before the first test. */
  let begin: string
  const open: EventStream[] = []

  before('start the service', async () => {
    site = await openOwnSite({ hosts: HOSTS })
    fixture = await openService()
    first = await fixture.makeKey()
    second = await fixture.makeKey()
    const { headers, ended } = await stream(first, '?follow=false&after=end')
    await ended
    begin = String(headers['x-events-cursor'])
  })
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave()
  })
  after('stop the service', async () => {
    await fixture?.close()
    await site?.close()
  })

  async function stream(holder: string, query: string, headers = {}): Promise<EventStream> {
    const opened = await openEvents(`${fixture.url}/events${query}`, {
      'x-api-key': holder,
      ...headers,
    })
    open.push(opened)
    return opened
  }

  async function whole(holder: string, query = '', after = begin): Promise<StreamedEvent[]> {
    const { status, events, ended } = await stream(holder, `?follow=false&after=${after}${query}`)
    await ended
    expect(status).to.equal(200)
    return events()
  }

  /** Requests of a feeder, to all hosts: the results are in several partitions. */
  async function feed(fed: readonly string[]): Promise<void> {
    const requests = fed.map((id, at) => {
      const parameters = { url: site.url(`/${id}`, at % HOSTS), fields: 'basic' }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await fixture.external.produce(BATCH, requests)
    await eventually(() => tally(fed, fixture.external.records).once === fed.length)
  }

  it("gives each owner its own results and those of feeders, nobody else's", async () => {
    const fed = ids(20)
    await feed(fed)
    for (const [holder, path] of [
      [first, '/of-first'],
      [second, '/of-second'],
    ] as const) {
      const { status } = await getMetadata(fixture.url, site.url(path), {
        key: holder,
      })
      expect(status).to.equal(200)
    }
    await eventually(async () => (await whole(second)).length === fed.length + 1)
    for (const [holder, own, other] of [
      [first, '/of-first', '/of-second'],
      [second, '/of-second', '/of-first'],
    ] as const) {
      const events = await whole(holder)
      expect(subjects(events)).to.include.members(fed)
      expect(events).to.have.length(fed.length + 1)
      const text = JSON.stringify(events)
      expect([text.includes(own), text.includes(other)]).to.deep.equal([true, false])
    }
  })

  it('goes on behind any cursor without gap or repeat', async () => {
    const all = await whole(first, '&topics=result.metadata')
    expect(all.at(-1)?.cursor).to.match(/^1\.\.[0-9a-z]+(_[0-9a-z]+){11}\.\.\.\.$/)
    for (const at of [0, 6, 13, all.length - 1]) {
      const rest = await whole(first, '&topics=result.metadata', all[at]?.cursor)
      const both = [...subjects(all.slice(0, at + 1)), ...subjects(rest)]
      expect(both.toSorted()).to.deep.equal(subjects(all).toSorted())
    }
  })

  it('follows the log for several readers, and goes on after a new connection by Last-Event-ID', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, () => stream(first, '?after=end')))
    const sse = await stream(first, '?after=end', { accept: 'text/event-stream' })
    const [before, meanwhile] = [ids(16), ids(8)]
    await feed(before)
    for (const { events } of readers) {
      await eventually(() => events().length === before.length)
      expect(subjects(events())).to.have.members(before)
    }
    const cursors = () => [...sse.text().matchAll(/^id: (\S+)\nevent: result.metadata.v1$/gm)]
    await eventually(() => cursors().length === before.length)
    sse.leave()
    await feed(meanwhile)
    const again = await stream(first, '?after=end', { 'last-event-id': cursors()[9]?.[1] })
    await eventually(() => again.events().length === before.length - 10 + meanwhile.length)
    const known = [...sse.text().matchAll(/"subject":"([^"]+)"/g)].slice(0, 10).map(([, id]) => id)
    expect([...known, ...subjects(again.events())]).to.have.members([...before, ...meanwhile])
  })

  it('names topics whose events behind the cursor were deleted', async () => {
    const [oldest] = await whole(first, '&topics=result.metadata')
    const topic = `${fixture.env.KAFKA_TOPIC_PREFIX}result.metadata`
    const admin = new Kafka({
      brokers: (fixture.env.KAFKA_BROKERS ?? '').split(','),
      logLevel: logLevel.NOTHING,
    }).admin()
    const offsets = await admin.fetchTopicOffsets(topic)
    const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }))
    await admin.deleteTopicRecords({ topic, partitions })
    await admin.disconnect()
    const query = `?follow=false&topics=${eventTopics.join(',')}`
    const { headers, events, ended } = await stream(first, `${query}&after=${oldest?.cursor}`)
    await ended
    expect(headers['x-events-missed']).to.equal('result.metadata')
    const again = await whole(first, '', String(headers['x-events-cursor']))
    // The oldest cursor has a place in this topic alone: both streams begin at the oldest events of the others.
    const [results, others] = apart(events())
    const [resultsAgain, othersAgain] = apart(again)
    expect([results, resultsAgain]).to.deep.equal([[], []])
    expect(subjects(othersAgain)).to.include.members(subjects(others))
  })
})
