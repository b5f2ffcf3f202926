import { once } from 'node:events'
import { copyFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { cacheFolder, fillOnce } from './cache.ts'
import { hasCommand, installPackages, runCommand } from './command.ts'
import { brokerProperties } from './kafka/broker-properties.ts'
import { freePorts, freshFolder, type Launch, startService } from './process.ts'
import { foreignService, type Provisioned, type RunningService } from './service.ts'

const RECIPE = join(import.meta.dirname, 'kafka')
const VERSION = '4.1.1'
/** Any 16 bytes in base64url do: one broker is one cluster. */
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qg'
const HEAP = '-Xmx512m'
const START_TIMEOUT_MS = 60_000
const PING_TIMEOUT_MS = 1000
/** ApiVersions v0 with correlation id 1 and no client id (Kafka protocol, "Request Header v1"). */
const API_VERSIONS_REQUEST = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 255, 255])

/**
 * A Kafka to test with: the one at `KAFKA_TEST_BROKERS`, else a broker of its own on free ports, with fresh data.
 * `unavailable` when neither can be had (no Java, no Maven, no network on the first run).
 */
export async function provideKafka(): Promise<Provisioned> {
  const brokers = process.env.KAFKA_TEST_BROKERS
  if (brokers) {
    const port = Number(brokers.split(',')[0]?.split(':')[1])
    return { kind: 'running', service: foreignService({ KAFKA_BROKERS: brokers }, port) }
  }
  try {
    return { kind: 'running', service: await startKafka() }
  } catch (error) {
    return { kind: 'unavailable', reason: `Kafka: ${(error as Error).message}` }
  }
}

/** Makes sure that a broker could be started: Java, Maven and the jars. Rejects with the reason when it can't. */
export async function prepareKafka(): Promise<void> {
  if (process.env.KAFKA_TEST_BROKERS) return
  if (!(await hasCommand('java', ['-version']))) await installPackages(['openjdk-17-jre-headless'])
  await fillOnce(kafkaJars(), downloadJars)
}

/** The folder that `prepareKafka` fills: the jars are in its folder `libs`. */
export function kafkaJars(): string {
  return cacheFolder(`kafka-${VERSION}`)
}

async function downloadJars(folder: string): Promise<void> {
  if (!(await hasCommand('mvn', ['-version']))) await installPackages(['maven'])
  await copyFile(join(RECIPE, 'pom.xml'), join(folder, 'pom.xml'))
  const goal = ['dependency:copy-dependencies', '-DoutputDirectory=libs', '-DincludeScope=runtime']
  await runCommand('mvn', ['-q', '-B', ...goal], { cwd: folder })
}

async function startKafka(): Promise<RunningService> {
  await prepareKafka()
  const folder = await freshFolder('kafka')
  const [port, controllerPort] = (await freePorts(2)) as [number, number]
  const properties = join(folder, 'server.properties')
  await writeFile(properties, brokerProperties({ port, controllerPort, dataFolder: join(folder, 'data') }))
  const format = ['format', '--standalone', '-t', CLUSTER_ID, '-c', properties]
  await runCommand('java', [...javaArguments(), 'kafka.tools.StorageTool', ...format], { cwd: folder })
  return startService(launch(folder, port, properties))
}

function launch(folder: string, port: number, properties: string): Launch {
  return {
    name: 'kafka',
    command: 'java',
    args: [...javaArguments(), 'kafka.Kafka', properties],
    folder,
    port,
    env: { KAFKA_BROKERS: `127.0.0.1:${port}` },
    ping: () => pingKafka(port),
    startTimeoutMs: START_TIMEOUT_MS,
  }
}

function javaArguments(): string[] {
  const logging = join(RECIPE, 'log4j2.properties')
  return [HEAP, `-Dlog4j2.configurationFile=${logging}`, '-Dkafka.logs.dir=.', '-cp', `${kafkaJars()}/libs/*`]
}

/** Resolves when the broker answers a protocol request: it serves clients from then on. */
async function pingKafka(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    socket.setTimeout(PING_TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
    socket.write(API_VERSIONS_REQUEST)
    await once(socket, 'data')
  } finally {
    socket.destroy()
  }
}
