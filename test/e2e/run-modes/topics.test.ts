// own service: parts that only print, and one of a topic prefix of its own
import { expect } from 'chai'
import { Kafka, logLevel } from 'kafkajs'
import { endAllServices, runToEnd, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

interface Topics {
  readonly groups: readonly { readonly name: string; readonly topics: readonly string[] }[]
  readonly topics: readonly { readonly name: string; readonly partitions: number }[]
  readonly metrics: readonly { readonly name: string; readonly labels: object }[]
}

/** Nobody listens there. */
const nobody = {
  KAFKA_BROKERS: '127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  POSTGRES_URL: 'postgres://nobody@127.0.0.1:1/none',
  ...{ S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY: 'nobody', S3_SECRET_KEY: 'none' },
}

describe('npm start -- --topics', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  after(endAllServices)

  async function printed(env: Record<string, string>): Promise<Topics> {
    const { code, stdout, stderr } = await runToEnd(['--topics'], { env })
    expect([code, stderr]).to.deep.equal([0, ''])
    return JSON.parse(stdout)
  }

  it('prints JSON and nothing else, and needs no service', async () => {
    const { groups, topics, metrics } = await printed({ ...nobody, KAFKA_TOPIC_PREFIX: 'eu.' })
    const names = [...groups, ...topics].map(({ name }) => name)
    expect(names.filter((name) => !name.startsWith('eu.'))).to.deep.equal([])
    expect(names).to.include.members(['eu.fetch.batch', 'eu.inspection.requested.batch'])
    expect(metrics.map(({ name }) => name)).to.include('pageprobe_lag_records')
  })

  it('does so through npm, which sets up what is missing and says so elsewhere', async () => {
    const command = ['npm', 'start', '--silent', '--', '--topics'] as const
    const { code, stdout } = await runToEnd([], { command, env: nobody })
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.have.all.keys('groups', 'topics', 'metrics')
  })

  it('names settings that are wrong, and prints nothing', async () => {
    const { code, stdout, stderr } = await runToEnd(['--topics'], { env: { KAFKA_PARTITIONS: '12,calls=3' } })
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.include('KAFKA_PARTITIONS must be')
  })

  it('tells what a part makes on the broker', async () => {
    const own = { KAFKA_PARTITIONS: '1,interactive=3,batch=2' }
    const env = { ...kafka.env, ...redis.env, ...minio.env, ...own }
    const { topics } = await printed(env)
    const score = await startParts(['score'], { env })
    const brokers = (kafka.env.KAFKA_BROKERS ?? '').split(',')
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    const made = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) })
    await admin.disconnect()
    expect(
      made.topics.map(({ name, partitions }) => ({ name, partitions: partitions.length })),
    ).to.have.deep.members(topics.map(({ name, partitions }) => ({ name, partitions })))
    expect(await score.stop()).to.equal(0)
  })

  it('names metrics that the service has, with their labels', async () => {
    const { metrics } = await printed({})
    const service = await startParts([])
    const text = await (await fetch(`${service.url}/metrics`)).text()
    for (const { name, labels } of metrics) {
      expect(text).to.include(`# TYPE ${name} gauge\n`)
      const series = new RegExp(`^${name}\\{([^}]*)\\}`, 'm').exec(text)?.[1] ?? ''
      const found = [...series.matchAll(/(\w+)="/g)].map(([, label]) => label)
      if (series !== '') expect(found).to.have.members(Object.keys(labels))
    }
    expect(text).to.match(/^pageprobe_lag_records\{stage="fetch",lane="batch"\} \d+$/m)
    await service.stop()
  })
})
