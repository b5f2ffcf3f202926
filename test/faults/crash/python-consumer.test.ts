// own service: all events of its log are consumed
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, outcomesOf, tally } from '#test/support/external/external-client.ts'
import { suitePython } from '#test/support/service/python.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** Session timeout: the partitions of a killed consumer move after this time. */
const SETTINGS = ['--setting', 'session.timeout.ms=6000', '--setting', 'heartbeat.interval.ms=1000']
const KILLS = 3
const HOSTS = 4
const PAGES = 60

describe('the Python consumer, and kill -9', function () {
  this.timeout(240_000)
  const python = suitePython()
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let site: TargetSite
  let fixture: ServiceFixture
  let folder: string
  before(async () => {
    site = await openSite({ hosts: HOSTS })
    folder = await freshFolder('analytics')
    fixture = await openRealService({ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  async function feed(name: string): Promise<string[]> {
    const ids = Array.from({ length: PAGES }, () => randomUUID())
    const requests = ids.map((id, at) => {
      const parameters = { url: site.url(`/${name}/${at}`, at % HOSTS), fields: 'basic' }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await fixture.external.produce(BATCH, requests)
    return ids
  }

  it('loses and repeats nothing when it is killed and restarted', async () => {
    const file = join(folder, 'killed.ndjson')
    const subjects = () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { subject: string }).subject)
    const prefix = kafka.env.KAFKA_TOPIC_PREFIX ?? ''
    const args = [
      ...['--brokers', kafka.env.KAFKA_BROKERS ?? '', '--prefix', prefix, '--group', `${prefix}killed`],
      ...['--base-url', fixture.url, ...SETTINGS, '--output', file],
    ]
    await writeFile(file, '')
    const ids: string[] = []
    for (let kills = 0; kills < KILLS; kills++) {
      const consumer = python.start('consume.py', args)
      ids.push(...(await feed(`k${kills}`)))
      const before = subjects().length
      await eventually(() => subjects().length > before)
      await consumer.kill()
    }
    await writeFile(file, '{"id": "half a li', { flag: 'a' })
    await eventually(() => tally(ids, fixture.external.records).once === ids.length)
    await python.run('consume.py', [...args, '--until-idle', '10'])
    expect(subjects()).to.have.members([...outcomesOf(fixture.external.records).keys()])
    expect(subjects()).to.include.members(ids)
  })
})
