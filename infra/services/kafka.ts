import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { runCommand } from './command.ts'
import {
  type BrokerNode,
  type BrokerUser,
  brokerProperties,
  type Certificate,
  makeCertificate,
} from './kafka/broker-properties.ts'
import { javaArguments, prepareJars } from './kafka/java.ts'
import { freePorts, freshFolder, type Launch, startService } from './process.ts'
import { externalService, type Provisioned, provisioned, type RunningService } from './service.ts'

/** A cluster of brokers, each of which can be stopped, killed and suspended alone. */
export interface RunningCluster {
  /** The settings (environment variables) that make the application use it. */
  readonly env: Readonly<Record<string, string>>
  readonly brokers: readonly RunningService[]
}

const HEAP = '512m'
/** Several brokers share one machine. */
const SMALL_HEAP = '256m'
const USER = { username: 'pageprobe', password: 'a-password-for-tests' }

/**
 * Provides a Kafka for tests: the one at `KAFKA_TEST_BROKERS`, else an own broker on free ports with fresh data.
 * `unavailable` when there is neither (no Java, no Maven, no network on the first run).
 */
export function provideKafka(): Promise<Provisioned> {
  const brokers = process.env.KAFKA_TEST_BROKERS
  return provisioned('Kafka', async () => {
    const port = Number(brokers?.split(',')[0]?.split(':')[1])
    return brokers ? externalService({ KAFKA_BROKERS: brokers }, port) : startBroker(null)
  })
}

/** Calls `prepareJars` unless an external broker is used. */
export async function prepareKafka(): Promise<void> {
  if (!process.env.KAFKA_TEST_BROKERS) await prepareJars()
}

/** Starts three brokers, each a controller too. Rejects with the reason when they cannot be started. */
export async function startKafkaCluster(): Promise<RunningCluster> {
  const brokers = await startBrokers(3, SMALL_HEAP, null)
  return { env: brokers[0]?.env ?? {}, brokers }
}

/** Provides an own broker that accepts only TLS with SASL/SCRAM-SHA-512. `unavailable` without openssl as well. */
export function provideSecureKafka(): Promise<Provisioned> {
  return provisioned('Kafka', () => startBroker(USER))
}

async function startBroker(user: BrokerUser | null): Promise<RunningService> {
  const [broker] = (await startBrokers(1, HEAP, user)) as [RunningService]
  return broker
}

interface NodeWithFolder extends BrokerNode {
  readonly folder: string
}

interface Cluster {
  readonly nodes: readonly NodeWithFolder[]
  /** Maximum Java heap of each broker, in the syntax of `-Xmx`. */
  readonly heap: string
  /** The user who may connect, over TLS only; null = anybody, in plain text. */
  readonly security: (BrokerUser & Certificate) | null
}

/** Any 16 bytes in base64url. */
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qg'
/** Several brokers start at a time on a busy machine. */
const START_TIMEOUT_MS = 180_000
const PING_TIMEOUT_MS = 1000
/** ApiVersions v0 with correlation id 1 and no client id (Kafka protocol, "Request Header v1"). */
const API_VERSIONS_REQUEST = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 255, 255])

/**
 * Starts the brokers of one cluster, each a process with fresh data. The settings of each make the application use
 * all of them. The certificate is self-signed: a process trusts it through NODE_EXTRA_CA_CERTS, which is among the
 * settings.
 */
async function startBrokers(count: number, heap: string, user: BrokerUser | null): Promise<RunningService[]> {
  await prepareJars()
  const nodes = await allocateNodes(count)
  const security = user && { ...user, ...(await makeCertificate((nodes[0] as NodeWithFolder).folder)) }
  const cluster = { nodes, heap, security }
  await Promise.all(nodes.map((node) => format(node, cluster)))
  // All at once, since each waits for a majority of the controllers.
  return Promise.all(nodes.map((node) => startService(launch(node, cluster))))
}

function environment({ nodes, security }: Cluster): Record<string, string> {
  const KAFKA_BROKERS = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
  if (security === null) return { KAFKA_BROKERS }
  return {
    KAFKA_BROKERS,
    KAFKA_SSL: 'true',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: security.username,
    KAFKA_PASSWORD: security.password,
    NODE_EXTRA_CA_CERTS: security.certificateFile,
  }
}

async function allocateNodes(count: number): Promise<NodeWithFolder[]> {
  const ports = await freePorts(2 * count)
  const folders = await Promise.all(Array.from({ length: count }, () => freshFolder('kafka')))
  return folders.map((folder, at) => ({
    id: at + 1,
    port: ports[2 * at] as number,
    controllerPort: ports[2 * at + 1] as number,
    folder,
    dataFolder: join(folder, 'data'),
  }))
}

const propertiesOf = (node: NodeWithFolder): string => join(node.folder, 'server.properties')

async function format(node: NodeWithFolder, { nodes, heap, security }: Cluster): Promise<void> {
  await writeFile(propertiesOf(node), brokerProperties(node, nodes, security))
  const user = security && `SCRAM-SHA-512=[name=${security.username},password=${security.password}]`
  const scram = user === null ? [] : ['--add-scram', user]
  const args = ['format', '-t', CLUSTER_ID, '-c', propertiesOf(node), ...scram]
  await runCommand('java', [...javaArguments(heap), 'kafka.tools.StorageTool', ...args], {
    cwd: node.folder,
  })
}

function launch(node: NodeWithFolder, cluster: Cluster): Launch {
  return {
    name: 'kafka',
    command: 'java',
    args: [...javaArguments(cluster.heap), 'kafka.Kafka', propertiesOf(node)],
    folder: node.folder,
    port: node.port,
    env: environment(cluster),
    ping: () => ping(node.port, cluster.security !== null),
    startTimeoutMs: START_TIMEOUT_MS,
  }
}

/** Resolves when the broker answers a protocol request: it serves clients from then on. */
async function ping(port: number, isTls: boolean): Promise<void> {
  const target = { port, host: '127.0.0.1' }
  // Checks availability, not identity.
  const socket = isTls ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target)
  try {
    socket.setTimeout(PING_TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
    socket.write(API_VERSIONS_REQUEST)
    await once(socket, 'data')
  } finally {
    socket.destroy()
  }
}
