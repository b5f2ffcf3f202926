// own service: all events of its log are counted
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, outcomesOf, tally } from '#test/support/external/external-client.ts'
import { suitePython } from '#test/support/service/python.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { htmlPage, openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** For a busy machine. */
const ARRIVE_MS = 60_000

describe('Python consumer', function () {
  this.timeout(120_000)
  const python = suitePython()
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let site: TargetSite
  let fixture: ServiceFixture
  let folder: string

  before('start the service', async () => {
    const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${at}</a>`)
    site = await openSite({
      hosts: 4,
      routes: { '/large': (_, response) => htmlPage(response, '/large', links.join('')) },
    })
    folder = await freshFolder('analytics')
    fixture = await openRealService({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
  })
  after('stop the service', async () => {
    await fixture?.close()
    await site?.close()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  const options = (group: string, ...more: string[]) => [
    ...['--brokers', kafka.env.KAFKA_BROKERS ?? '', '--prefix', kafka.env.KAFKA_TOPIC_PREFIX ?? ''],
    ...['--group', `${kafka.env.KAFKA_TOPIC_PREFIX}${group}`],
    ...['--base-url', fixture.url],
    ...more,
  ]

  interface Line {
    readonly id: string
    readonly type: string
    readonly subject: string
    readonly data?: {
      readonly code?: string
      readonly url: string
      readonly result?: { readonly links?: object[] }
    }
  }

  const linesOf = (file: string): Line[] =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  const request = (path: string, host = 0, more = {}) => {
    const parameters = { url: site.url(path, host), fields: 'basic', ...more }
    return { operation: 'metadata', parameters }
  }

  async function feed(requests: readonly unknown[]): Promise<string[]> {
    const ids = requests.map(() => randomUUID())
    await fixture.external.produce(
      BATCH,
      requests.map((data, at) => binaryRequest(ids[at] ?? '', data)),
    )
    return ids
  }

  async function untilEnded(ids: readonly string[]): Promise<void> {
    await eventually(() => tally(ids, fixture.external.records).once === ids.length)
  }

  it('counts the published events, large values included', async () => {
    const pages = Array.from({ length: 40 }, (_, at) => request(`/counted/${at}`, at % 4))
    const wrong = Array.from({ length: 5 }, () => ({ operation: 'metadata', parameters: {} }))
    const large = [0, 1].map((host) => request('/large', host, { fields: 'links', max_links: 500 }))
    await untilEnded(await feed([...pages, ...wrong, ...large]))
    const counts = await python.run('consume.py', options('count', '--count', '--until-idle', '10'))
    expect(counts.trim().split(/\n\s*/)).to.deep.equal([
      '5  inspection.failed.v1  VALIDATION_ERROR',
      '42  result.metadata.v1',
    ])
  })

  /** Consumes into the file until it has all of the events, and ends with SIGTERM. */
  async function consumeAll(group: string, file: string, ids: readonly string[]): Promise<Line[]> {
    const consumer = python.start('consume.py', options(group, '--output', file))
    await eventually(() => {
      const subjects = new Set(linesOf(file).map(({ subject }) => subject))
      return ids.every((id) => subjects.has(id))
    }, ARRIVE_MS)
    expect(await consumer.stop()).to.deep.equal([0, ''])
    return linesOf(file)
  }
  const published = () => [...outcomesOf(fixture.external.records).keys()]

  it('writes each event once, with its value, inline or by reference, and ends on SIGTERM', async () => {
    const lines = await consumeAll('all', join(folder, 'all.ndjson'), published())
    expect(lines.map(({ subject }) => subject)).to.have.members(published())
    expect(lines.map(({ id }) => id)).to.have.length(new Set(lines.map(({ id }) => id)).size)
    const large = lines.filter(({ data }) => data?.url.endsWith('/large'))
    expect(large.map(({ data }) => data?.result?.links?.length)).to.deep.equal([500, 500])
  })

  it('goes on in its file, loses and repeats nothing, and drops half a line', async () => {
    const file = join(folder, 'again.ndjson')
    await consumeAll('again', file, published())
    await writeFile(file, '{"id": "half a li', { flag: 'a' })
    // Another group begins with the oldest event: the file has those already.
    for (const group of ['again', 'other']) {
      const more = Array.from({ length: 20 }, (_, at) => request(`/${group}/${at}`, at % 4))
      await untilEnded(await feed(more))
      const lines = await consumeAll(group, file, published())
      expect(lines.map(({ subject }) => subject)).to.have.members(published())
    }
  })

  it('fetches values only from the service, whatever an event says', async () => {
    const name = `/bodies/${'0'.repeat(64)}.json`
    const base = fixture.url
    const forged = [
      `${site.url('/large')}`,
      `http://127.0.0.1:9${name}`,
      `${base}/metrics`,
      'file:///etc/passwd',
    ]
    const script = 'import consume, sys; print([consume.fetched(url, sys.argv[1]) for url in sys.argv[2:]])'
    const printed = await python.run('-B', ['-c', script, base, ...forged])
    const [answers, ...notes] = printed.trim().split('\n')
    expect(answers).to.equal('[{}, {}, {}, {}]')
    expect(notes).to.have.length(forged.length)
  })

  it('names a missing module or setting, and ends', async () => {
    const consumer = python.start('consume.py', [])
    const [code] = await once(consumer.child, 'exit')
    expect(code).to.equal(2)
  })
})
