import type { Stack } from './stack.ts'

/**
 * An action that a part must not be able to do, tried inside its container with its own passwords. The program
 * rejects when it succeeds.
 */
export interface Attempt {
  readonly name: string
  readonly service: string
  /** A program for Node.js that exits with 0 when it was refused as expected. */
  readonly program: string
}

const redis = (command: string) => `
  const { Redis } = await import('ioredis')
  const redis = new Redis(process.env.REDIS_URL)
  const said = await redis.call(${command}).catch(({ message }) => message)
  process.exit(/NOPERM/.test(said) ? 0 : 1)`

const objects = (action: string) => `
  const { Client } = await import('minio')
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket } = process.env
  const client = new Client({ endPoint: 'minio', port: 9000, useSSL: false, accessKey, secretKey })
  const code = await client.${action}.then(() => 'done', (error) => error.code)
  process.exit(code === 'AccessDenied' ? 0 : 1)`

const kafka = (topic: string) => `
  const { Kafka, logLevel } = await import('kafkajs')
  const { KAFKA_BROKERS, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = process.env
  const sasl = { mechanism: 'plain', username, password }
  const kafka = new Kafka({ brokers: [KAFKA_BROKERS], sasl, logLevel: logLevel.NOTHING, retry: { retries: 0 } })
  const producer = kafka.producer()
  await producer.connect()
  const sent = producer.send({ topic: '${topic}', messages: [{ value: 'x' }] })
  const type = await sent.then(() => 'done', (error) => error.type)
  process.exit(type === 'TOPIC_AUTHORIZATION_FAILED' ? 0 : 1)`

const postgres = (statement: string) => `
  const { default: pg } = await import('pg')
  const client = new pg.Client(process.env.POSTGRES_URL)
  await client.connect()
  const code = await client.query('${statement}').then(() => 'done', (error) => error.code)
  process.exit(code === '42501' ? 0 : 1)`

/** Connects to an address: an unknown name alone would prove nothing. */
const connection = (address: string, port: number) => `
  const { connect } = await import('node:net')
  const socket = connect(${port}, '${address}').on('connect', () => process.exit(1)).on('error', () => process.exit(0))
  socket.setTimeout(3000, () => process.exit(0))`

const ADDRESSES = `
  const all = Object.values(require('node:os').networkInterfaces()).flat()
  console.log(all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address).join(' '))`

export const attempts: readonly Attempt[] = [
  { name: 'render reads no API key', service: 'render', program: redis(`'GET', 'pageprobe:key:x'`) },
  { name: 'extract writes no API key', service: 'extract', program: redis(`'SET', 'pageprobe:key:x', '1'`) },
  { name: 'gateway does not empty the store', service: 'gateway', program: redis(`'FLUSHALL'`) },
  {
    name: 'gateway writes no image',
    service: 'gateway',
    program: objects(`putObject(bucket, 'images/x.png', 'x')`),
  },
  {
    name: 'score writes no image',
    service: 'score',
    program: objects(`putObject(bucket, 'images/x.png', 'x')`),
  },
  {
    name: 'render writes nothing beside images and bodies',
    service: 'render',
    program: objects(`putObject(bucket, 'other/x', 'x')`),
  },
  {
    name: 'fetch removes no image',
    service: 'fetch',
    program: objects(`removeObject(bucket, 'images/x.png')`),
  },
  { name: 'render makes no bucket', service: 'render', program: objects(`makeBucket('another')`) },
  {
    name: 'render asks for no inspection',
    service: 'render',
    program: kafka('inspection.requested.interactive'),
  },
  { name: 'batch makes no database', service: 'batch', program: postgres('CREATE DATABASE other') },
  { name: 'batch makes no role', service: 'batch', program: postgres('CREATE ROLE other') },
  {
    name: 'batch reads no files of the database server',
    service: 'batch',
    program: postgres("SELECT pg_read_file(\\'PG_VERSION\\')"),
  },
  {
    name: 'extract tells nothing that fetch tells',
    service: 'extract',
    program: kafka('page.fetched.batch'),
  },
]

/** Services that must not reach each other, at any of their addresses. */
export const apart: readonly (readonly [from: string, to: string, port: number])[] = [
  ...(['fetch', 'render', 'extract', 'score', 'batch'] as const).map(
    (part) => [part, 'gateway', 8080] as const,
  ),
  ...(['fetch', 'render', 'extract', 'score'] as const).map((part) => [part, 'batch', 50_052] as const),
  ['score', 'fetch', 50_051],
  ['fetch', 'batch', 9464],
  ['fetch', 'gateway', 9464],
  ['render', 'fetch', 9464],
  ['extract', 'site', 8000],
]

/** Rejects unless the service itself refuses the attempt. */
export async function isRefused(stack: Stack, { service, program }: Attempt): Promise<void> {
  await run(stack, service, program)
}

/** Rejects when the service `from` reaches `to` at any of its addresses. */
export async function isApart(stack: Stack, from: string, to: string, port: number): Promise<void> {
  const addresses = (await stack.exec(to, ['node', '-e', ADDRESSES])).trim().split(' ')
  for (const address of addresses) await run(stack, from, connection(address, port))
}

async function run(stack: Stack, service: string, program: string): Promise<void> {
  await stack.exec(service, ['node', '--input-type=module', '-e', program])
}

const REFUSALS = /NOPERM|AUTHORIZATION_FAILED|not authorized|AccessDenied|Access Denied/i

/**
 * A part without a right says so in its log; a part that started before all rights were granted may have waited for
 * them.
 */
export async function lacksNoRight(stack: Stack, service: string): Promise<void> {
  const lines = (await stack.logs(service))
    .split('\n')
    .filter((line) => !line.includes('waiting for a backing service'))
  const refused = lines.find((line) => REFUSALS.test(line))
  if (refused !== undefined) throw new Error(refused.slice(0, 300))
}
