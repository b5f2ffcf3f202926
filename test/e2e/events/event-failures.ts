import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  BATCH,
  binaryRequest,
  dataOf,
  type ExternalRequest,
  outcomeRecord,
  recordWhere,
  tally,
} from '#test/support/external/external-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import type { OpenSharedService } from '#test/support/service/worker-service.ts'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** Limit of a target's body, decompressed: 50 MB (infra/docs/clients.md#limits). */
const LARGEST_BYTES = 52_428_800
const tooLarge = gzipSync(Buffer.alloc(LARGEST_BYTES + 1, ' '), { level: 1 })

interface Wrong {
  readonly title: string
  /** Changes a valid request. */
  readonly make: (id: string, url: string) => ExternalRequest
  /** The paths in `details`, in any order. */
  readonly paths: readonly string[][]
  readonly operation: string | null
}

const TYPE = { type: 'inspection.requested.v9' }
const good = (url: string) => ({ operation: 'metadata', parameters: { url } })
const withValue = (id: string, value: string | Buffer | null): ExternalRequest => ({
  ...binaryRequest(id, {}),
  value,
})

const wrong: readonly Wrong[] = [
  {
    title: 'an operation that does not exist',
    make: (id, url) => binaryRequest(id, { ...good(url), operation: 'nonsense' }),
    paths: [['operation']],
    operation: null,
  },
  {
    title: 'another type',
    make: (id, url) => binaryRequest(id, good(url), TYPE),
    paths: [['type']],
    operation: 'metadata',
  },
  { title: 'half a JSON', make: (id) => withValue(id, '{"operation":'), paths: [['data']], operation: null },
  { title: 'no value', make: (id) => withValue(id, null), paths: [['data']], operation: null },
  { title: 'an array', make: (id) => withValue(id, '[1,2]'), paths: [['data']], operation: null },
  {
    title: 'bytes that are no text',
    make: (id) => withValue(id, Buffer.from([0x7b, 0xff, 0x7d])),
    paths: [['data']],
    operation: null,
  },
  {
    title: 'no parameters',
    make: (id) => binaryRequest(id, { operation: 'metadata' }),
    paths: [['url']],
    operation: 'metadata',
  },
  {
    title: 'several wrong parameters',
    make: (id) =>
      binaryRequest(id, {
        operation: 'metadata',
        parameters: { url: 'ftp://a.test/', device: 'tv', max_images: 0, max_links: 'many', colour: 'red' },
      }),
    paths: [['colour'], ['device'], ['max_images'], ['max_links'], ['url']],
    operation: 'metadata',
  },
  {
    title: 'wrong type and operation at once',
    make: (id, url) => binaryRequest(id, { ...good(url), operation: 7 }, TYPE),
    paths: [['operation'], ['type']],
    operation: null,
  },
  {
    title: 'an expirytime that is no time',
    make: (id, url) => binaryRequest(id, good(url), { expirytime: 'tomorrow' }),
    paths: [['expirytime']],
    operation: 'metadata',
  },
]

const letters: readonly { title: string; record: ExternalRequest }[] = [
  { title: 'plain text', record: { key: 'a key', value: 'hello', headers: { mine: 'kept' } } },
  { title: 'bytes', record: { key: Buffer.from([0, 255, 10]), value: randomBytes(512) } },
  { title: 'nothing at all', record: { value: null } },
  {
    title: 'an event without id',
    record: { value: '{}', headers: { ce_specversion: '1.0', ce_type: 'inspection.requested.v1' } },
  },
  {
    title: 'an event of an older specversion',
    record: {
      value: '{}',
      headers: { ce_specversion: '0.3', ce_id: 'older', ce_type: 'x', ce_source: '/x' },
    },
  },
  {
    title: 'a broken structured event',
    record: { value: '{"id": "x"', headers: { 'content-type': 'application/cloudevents+json' } },
  },
  { title: 'a text of a million bytes', record: { key: 'big', value: 'x'.repeat(1_000_000) } },
]

/** Invalid request events (infra/docs/consumers.md#events). */
export function eventFailuresContract(name: string, open: OpenSharedService): void {
  describe(`Invalid request events: ${name}`, () => {
    let site: TargetSite
    let fixture: UsedService
    const ids = new Set<string>()

    before('start the service', async function () {
      this.timeout(120_000)
      const routes = {
        '/file.pdf': (_: unknown, response: ServerResponse) =>
          void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
        '/big': (_: unknown, response: ServerResponse) =>
          void response
            .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
            .end(tooLarge),
      }
      site = await openOwnSite({ routes })
      fixture = await open()
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    async function failureOf(request: ExternalRequest, id: string) {
      ids.add(id)
      await fixture.external.produce(BATCH, [request])
      const record = await outcomeRecord(fixture.external, id)
      expect(record.topic).to.equal('inspection.failed')
      expect(String(record.headers.ce_type)).to.equal('inspection.failed.v1')
      return { record, data: dataOf(record) }
    }

    for (const { title, make, paths, operation } of wrong) {
      it(`fail as VALIDATION_ERROR, with all problems at once: ${title}`, async () => {
        const id = randomUUID()
        const { data } = await failureOf(make(id, site.url('/')), id)
        expect(data).to.include({ code: 'VALIDATION_ERROR', status: 400, stage: 'fetch', operation })
        const details = data.details as { path: string[]; message: string }[]
        expect(details.map(({ path }) => path)).to.have.deep.members(paths)
        for (const { message } of details) expect(data.message).to.include(message)
      })
    }

    it('fail as TIMEOUT when they have expired', async () => {
      const id = randomUUID()
      const request = binaryRequest(id, good(site.url('/late')), { expirytime: '2021-02-03T04:05:06+01:00' })
      const { data } = await failureOf(request, id)
      expect(data).to.include({ code: 'TIMEOUT', status: 500, operation: 'metadata' })
      expect(data.details).to.have.all.keys('url', 'timeout_ms')
      expect(data.details).to.include({ url: site.url('/late') })
      expect(site.hits('/late')).to.equal(0)
    })

    it('fail as VALIDATION_ERROR when the target is blocked, with the host as key', async () => {
      const id = randomUUID()
      const url = 'http://169.254.169.254/latest/'
      const { data, record } = await failureOf(binaryRequest(id, good(url)), id)
      expect(String(record.key)).to.equal('169.254.169.254')
      expect(data).to.include({ code: 'VALIDATION_ERROR', status: 400, operation: 'metadata', url })
      const [problem, ...others] = data.details as Record<string, unknown>[]
      expect(others).to.deep.equal([])
      expect(problem).to.deep.include({
        code: 'custom',
        expected: 'public http(s) URL',
        received: url,
        path: ['url'],
      })
    })

    it('fail as URL_UNREACHABLE when nothing answers', async () => {
      const id = randomUUID()
      const { data } = await failureOf(binaryRequest(id, good(atClosedPort(site.url('/', 1)))), id)
      expect(data).to.include({ code: 'URL_UNREACHABLE', status: 500 })
    })

    it('fail as UNSUPPORTED_CONTENT when the target is not HTML', async () => {
      const id = randomUUID()
      const { data } = await failureOf(binaryRequest(id, good(site.url('/file.pdf'))), id)
      expect(data).to.include({ code: 'UNSUPPORTED_CONTENT', status: 500 })
      expect(data.details).to.deep.equal({ url: site.url('/file.pdf'), content_type: 'application/pdf' })
    })

    it('fail as RESPONSE_TOO_LARGE when the target is over the limit', async () => {
      const id = randomUUID()
      const { data } = await failureOf(binaryRequest(id, good(site.url('/big'))), id)
      expect(data).to.include({ code: 'RESPONSE_TOO_LARGE', status: 500 })
      expect(data.details).to.deep.equal({ url: site.url('/big'), limit_bytes: LARGEST_BYTES })
    })

    it('have an empty key when they name no host', async () => {
      const id = randomUUID()
      const { record } = await failureOf(binaryRequest(id, {}), id)
      expect(record.key?.length ?? 'null').to.equal(0)
    })

    for (const { title, record } of letters) {
      it(`go to dead-letter unchanged when they are not events: ${title}`, async () => {
        const mark = randomUUID()
        await fixture.external.produce(BATCH, [{ ...record, headers: { ...record.headers, mark } }])
        const letter = await recordWhere(fixture.external, ({ headers }) => String(headers.mark) === mark)
        const { pp_reason, pp_topic, pp_partition, pp_offset, ...own } = letter.headers
        expect(letter.topic).to.equal('dead-letter')
        expect(letter.value).to.deep.equal(record.value === null ? null : Buffer.from(record.value))
        expect(letter.key).to.deep.equal(record.key === undefined ? null : Buffer.from(record.key as string))
        expect(stringsOf(own)).to.deep.equal(stringsOf({ ...record.headers, mark }))
        expect(String(pp_reason)).to.match(/\w/)
        expect(String(pp_topic)).to.equal(BATCH)
        expect(`${pp_partition} ${pp_offset}`).to.match(/^\d+ \d+$/)
      })
    }

    it('all end once', () => {
      const { once } = tally([...ids], fixture.external.records)
      expect(once).to.equal(ids.size).and.to.be.above(wrong.length)
    })
  })
}

function stringsOf(headers: Readonly<Record<string, Buffer | string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, String(value)]))
}
