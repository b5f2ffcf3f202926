import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { eventTopics } from '#shared/messages/topics.ts'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, tally } from '#test/support/external/external-client.ts'
import { root } from '#test/support/sandbox.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { type EventStream, openEvents, type StreamedEvent } from '#test/support/service/event-stream.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { ownKafka, ownRedis, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

const HOSTS = 8
/** All operations recover within 10 s (infra/docs/contract.md#availability); the broker needs time to start. */
const RETURN_LIMIT_MS = 60_000

const subjects = (events: readonly StreamedEvent[]) => events.map(({ subject }) => subject)
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

describe('GET /events on Kafka', () => {
  const kafka = ownKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  // Nested, so that the service stops before Kafka does.
  describe('of topics with several partitions', function () {
    this.timeout(120_000)
    let site: TargetSite
    let fixture: ServiceFixture
    let first: string
    let second: string
    const open: EventStream[] = []

    before('start the service', async () => {
      site = await openSite({ hosts: HOSTS })
      const env = { ...kafka.env, ...redis.env, ...minio.env, KAFKA_PARTITIONS: '4' }
      fixture = await openRealService({ ...env, KAFKA_TOPIC_PREFIX: 'streams.' })
      first = key('first')
      second = key('second')
    })
    afterEach(() => {
      for (const stream of open.splice(0)) stream.leave()
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    function key(owner: string): string {
      const args = ['create', '--plan', 'enterprise', '--scopes', 'metadata,batch', '--owner', owner]
      const env = { PATH: process.env.PATH ?? '', ...fixture.env }
      return execFileSync(process.execPath, ['gateway/cli/keys.ts', ...args], { cwd: root, env })
        .toString()
        .trim()
    }

    async function stream(holder: string, query: string, headers = {}): Promise<EventStream> {
      const opened = await openEvents(`${fixture.service.url}/events${query}`, {
        'x-api-key': holder,
        ...headers,
      })
      open.push(opened)
      return opened
    }

    async function whole(holder: string, query = ''): Promise<StreamedEvent[]> {
      const { status, events, ended } = await stream(holder, `?follow=false${query}`)
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
      await eventually(() => tally(fed, fixture.external.records).once === fed.length, RETURN_LIMIT_MS)
    }

    it("gives each owner its own results and those of feeders, nobody else's", async () => {
      const fed = ids(20)
      await feed(fed)
      for (const [holder, path] of [
        [first, '/of-first'],
        [second, '/of-second'],
      ] as const) {
        const { status } = await getMetadata(fixture.service.url, site.url(path), {
          headers: { 'x-api-key': holder },
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
      expect(all.at(-1)?.cursor).to.match(/^1\.\.[0-9a-z]+(_[0-9a-z]+){3}\.\.\.\.$/)
      for (const at of [0, 6, 13, all.length - 1]) {
        const rest = await whole(first, `&topics=result.metadata&after=${all[at]?.cursor}`)
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

    it('has only heartbeats while the broker is away, refuses new readers, and goes on when it is back', async () => {
      const following = await stream(first, '?after=end')
      await eventually(() => following.text() === '\n')
      await kafka.service.kill()
      const { status, json } = await httpCall(fixture.service.url, '/events', {
        headers: { 'x-api-key': first },
      })
      expect([status, json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
      await kafka.service.start()
      const fed = ids(8)
      await eventually(() => fixture.external.produce(BATCH, []).then(() => true), RETURN_LIMIT_MS)
      await feed(fed)
      await eventually(() => following.events().length === fed.length, RETURN_LIMIT_MS)
      expect(subjects(following.events())).to.have.members(fed)
    })

    it('names topics whose events behind the cursor were deleted', async () => {
      const [oldest] = await whole(first, '&topics=result.metadata')
      const topic = 'streams.result.metadata'
      const admin = new Kafka({
        brokers: (kafka.env.KAFKA_BROKERS ?? '').split(','),
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
      expect(events().filter(({ type }) => type === 'result.metadata.v1')).to.deep.equal([])
      expect(await whole(first, `&after=${headers['x-events-cursor']}`)).to.deep.equal([])
    })
  })
})
