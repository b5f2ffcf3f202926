import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { type Config, readConfig, WrongSettings } from '#shared/config/config.ts'
import { settings } from '#shared/config/settings.ts'
import { isPortAllowed } from '#shared/egress/policy/egress-rules.ts'

/** The defaults of infra/docs/operations.md#settings, written by hand. */
const documented: Record<string, unknown> = {
  HOST: '127.0.0.1',
  PORT: 8080,
  PUBLIC_URL: null,
  DATA_DIR: './data',
  PAGEPROBE_API_KEY: null,
  KAFKA_BROKERS: null,
  KAFKA_SSL: false,
  KAFKA_SASL_MECHANISM: null,
  KAFKA_USERNAME: '',
  KAFKA_PASSWORD: '',
  KAFKA_TOPIC_PREFIX: '',
  KAFKA_PARTITIONS: { interactive: 12, batch: 12, result: 12, internal: 12 },
  KAFKA_REPLICATION: null,
  REDIS_URL: null,
  REDIS_CACHE_URL: null,
  REDIS_SENTINEL_PASSWORD: '',
  POSTGRES_URL: null,
  S3_ENDPOINT: null,
  S3_ACCESS_KEY: '',
  S3_SECRET_KEY: '',
  S3_BUCKET: 'pageprobe',
  S3_REGION: 'us-east-1',
  S3_PUBLIC_URL: null,
  PARTS_SECRET: '',
  HEALTH_LISTEN: null,
  LOOKUPS_LISTEN: '',
  LOOKUPS_ADDRESS: '',
  EGRESS_ALLOW: [],
  EGRESS_HOSTS: new Map(),
  CHROME_PATH: null,
  CHROME_SANDBOX: 'auto',
  RENDER_MAX_PAGE_MB: 100,
  RENDER_MEMORY_MB: 2048,
  EXTRACT_MEMORY_MB: 512,
  ROBOTS_POLICY: 'named',
  FETCH_TIMEOUT_MS: 10_000,
  FETCH_MAX_BYTES: 52_428_800,
  FETCH_MAX_REDIRECTS: 10,
  FETCH_CONCURRENCY: 64,
  RENDER_CONCURRENCY: availableParallelism(),
  INTERACTIVE_SLOTS: 0.25,
  METADATA_TTL_SECONDS: 3600,
  IMAGE_TTL_DAYS: 7,
  ANSWER_TIMEOUT_MS: null,
  QUEUE_LIMIT: 10_000,
  LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: null,
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 1000,
  BATCH_RESULT_TTL_SECONDS: 600,
  TRUST_PROXY: false,
  CORS_ORIGINS: [],
  ALLOWED_HOSTS: [],
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof WrongSettings) return error.problems
    throw error
  }
  throw new Error('was accepted')
}

const read = (name: keyof Config, text: string) => readConfig({ [name]: text })[name]

describe('config', () => {
  const config = readConfig({}) as unknown as Record<string, unknown>

  for (const [name, fallback] of Object.entries(documented)) {
    it(`${name} is ${JSON.stringify(fallback)} by default`, () => {
      expect(config).to.have.property(name)
      expect(config[name]).to.deep.equal(fallback)
    })
  }

  it('by default lets targets use 80, 443 and ports from 1024 on, less service ports', () => {
    const { EGRESS_PORTS } = readConfig({})
    for (const port of [80, 443, 1024, 8080, 65_535])
      expect(isPortAllowed(port, EGRESS_PORTS), String(port)).to.equal(true)
    for (const port of [
      0, 22, 25, 81, 442, 6379, 11_211, 9200, 5432, 3306, 27_017, 2375, 2379, 10_250, 6000, 6667,
    ])
      expect(isPortAllowed(port, EGRESS_PORTS), String(port)).to.equal(false)
  })

  it('is frozen', () => expect(Object.isFrozen(readConfig({}))).to.equal(true))

  it('treats an empty value as unset, and ignores other variables', () => {
    expect(readConfig({ PORT: '', REDIS_URL: '', PATH: '/bin' })).to.deep.equal(readConfig({}))
  })

  it('has a meaning and a default that can be read for every setting', () => {
    for (const [name, { meaning }] of Object.entries(settings)) expect(meaning, name).to.match(/\S/)
  })

  it('reports all problems at once, by name', () => {
    const env = {
      PORT: '65536',
      KAFKA_BROKERS: 'nowhere',
      REDIS_URL: 'http://x',
      INTERACTIVE_SLOTS: '1',
      LOG_LEVEL: 'loud',
      KAFKA_SSL: 'yes',
      EGRESS_ALLOW: 'x',
      PUBLIC_URL: 'pageprobe',
      PAGEPROBE_API_KEY: 'x',
    }
    const problems = problemsOf(env)
    expect(problems.map((problem) => problem.split(' ')[0])).to.have.members(Object.keys(env))
    const { message } = new WrongSettings(problems)
    for (const name of Object.keys(env)) expect(message).to.include(name)
  })

  for (const [name, values] of Object.entries({
    PAGEPROBE_API_KEY: ['pp_secret99_tooShort', 'hunter2hunter2'],
    REDIS_URL: [
      'https://:hunter2@redis:6379',
      'hunter2',
      'redis+cluster://:hunter2@',
      'redis+sentinel://:hunter2@redis:26379',
    ],
    POSTGRES_URL: ['http://hunter2@a/b', 'postgres://u:hunter2@a', 'postgres://u:hunter2@a/b?sslmode=prefer'],
    S3_ENDPOINT: ['ftp://hunter2'],
  })) {
    it(`never repeats what may be a secret: ${name}`, () => {
      for (const value of values) {
        const text = problemsOf({ [name]: value }).join()
        expect(text).to.include(name)
        expect(text).not.to.match(/hunter2|tooShort/)
      }
    })
  }

  it('says which settings belong together', () => {
    expect(problemsOf({ S3_ENDPOINT: 'http://minio:9000' }).join()).to.include('S3_SECRET_KEY')
    expect(problemsOf({ S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a' }).join()).to.include(
      'S3_SECRET_KEY',
    )
    expect(problemsOf({ REDIS_CACHE_URL: 'redis://redis' }).join()).to.include('REDIS_URL')
    expect(problemsOf({ KAFKA_SASL_MECHANISM: 'plain' }).join()).to.include('KAFKA_USERNAME')
    readConfig({ S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' })
  })

  it('refuses bodies that are gone before the events that name them', () => {
    const weeks = String(14 * 86_400_000)
    const [problem = '', ...more] = problemsOf({ EVENT_RETENTION_MS: weeks })
    expect(more).to.deep.equal([])
    expect(problem).to.include('BODY_TTL_DAYS (7)').and.to.include(`EVENT_RETENTION_MS (${weeks})`)
    expect(problemsOf({ BODY_TTL_DAYS: '6' })).to.have.length(1)
    expect(problemsOf({ BODY_TTL_DAYS: 'some' })).to.have.length(1)
    readConfig({ EVENT_RETENTION_MS: weeks, BODY_TTL_DAYS: '14' })
    readConfig({ EVENT_RETENTION_MS: '60000', BODY_TTL_DAYS: '1' })
  })

  it('reads each kind of value', () => {
    expect(read('PORT', '0')).to.equal(0)
    expect(read('KAFKA_SSL', 'true')).to.equal(true)
    expect(read('INTERACTIVE_SLOTS', '.5')).to.equal(0.5)
    expect(read('KAFKA_BROKERS', 'a:9092, [::1]:9093')).to.deep.equal(['a:9092', '[::1]:9093'])
    expect(read('PUBLIC_URL', 'https://probe.example/base/')).to.equal('https://probe.example/base')
    expect(read('REDIS_URL', 'rediss://:p@redis:6380/1')).to.equal('rediss://:p@redis:6380/1')
    expect(read('POSTGRES_URL', 'postgres://u:p@a,b:5433/c')).to.equal('postgres://u:p@a,b:5433/c')
    expect(read('PAGEPROBE_API_KEY', `pp_abcdEFG1_${'x'.repeat(32)}`)).to.equal(
      `pp_abcdEFG1_${'x'.repeat(32)}`,
    )
    expect(read('ANSWER_TIMEOUT_MS', '2500')).to.equal(2500)
    expect(read('CORS_ORIGINS', 'https://a.example, http://localhost:3000')).to.deep.equal([
      'https://a.example',
      'http://localhost:3000',
    ])
    expect(read('METRICS_LISTEN', '[::1]:0')).to.deep.equal({ host: '::1', port: 0 })
  })

  it('names settings of former versions, and says what to do instead', () => {
    const found = problemsOf({ FRONTIER_SHARDS: '0', BATCHES_ADVERTISE: 'a:1', BATCH_TAKE_OVER: '' })
    expect(found).to.have.length(2)
    expect(found[0]).to.match(/^FRONTIER_SHARDS .*set POSTGRES_URL/)
    expect(found[1]).to.match(/^BATCHES_ADVERTISE .*Remove it$/)
  })

  for (const [name, texts] of Object.entries({
    PORT: ['-1', '65536', '80.5', '0x50', '1e3', ' 80', 'http'],
    INTERACTIVE_SLOTS: ['1', '1.0', '-0.1', 'half', '0.25x', ''],
    KAFKA_BROKERS: ['a', 'a:', ':9092', 'a:9092,', 'a:9092 b:9092', 'a:65536', 'a:0', 'http://a:9092'],
    PUBLIC_URL: ['probe.example', 'ftp://probe.example', 'http://'],
    REDIS_URL: ['redis', 'redis://', 'http://redis:6379', 'redis+cluster://', 'redis+sentinel://a:26379'],
    POSTGRES_URL: ['postgres', 'postgres://a', 'mysql://a/b', 'postgres://a/b?sslmode=allow'],
    PAGEPROBE_API_KEY: ['pp_abc_x', `pp_abcdefgh_${'x'.repeat(31)}`, `pp_abcdefgh_${'x'.repeat(33)}`, 'pp_'],
    ROBOTS_POLICY: ['Named', 'on'],
    CORS_ORIGINS: [
      '*',
      'app.example',
      'https://app.example/',
      'https://app.example/path',
      'https://u@app.example',
      'HTTPS://app.example',
      'https://app.example:443',
      'ftp://app.example',
      'null',
    ],
    METRICS_LISTEN: ['9464', 'a:', ':9464', 'a:65536', '::1:9464', 'http://a:9464'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317'],
    ANSWER_TIMEOUT_MS: ['0', '99', '600001'],
  })) {
    for (const text of texts.filter((one) => one !== '')) {
      it(`refuses ${name}=${text}`, () => expect(problemsOf({ [name]: text })).to.have.length(1))
    }
  }
})
