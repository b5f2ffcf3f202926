import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONNECT, javaArguments, prepareJars } from '#infra/services/kafka/java.ts'
import { freePorts, freshFolder, startService } from '#infra/services/process.ts'
import { provisioned, type RunningService } from '#infra/services/service.ts'
import { root } from '#test/support/sandbox.ts'
import { skipLoudly } from '#test/support/skips.ts'

/** A connector in the form of Kafka Connect's REST interface. */
export interface Connector {
  readonly name: string
  readonly config: Readonly<Record<string, string>>
}

const START_TIMEOUT_MS = 180_000
const PING_TIMEOUT_MS = 1000
const RECIPE = join(root, 'infra/analytics')

/** A connector of `infra/analytics`. */
export function connectorOf(file: string): Connector {
  return JSON.parse(readFileSync(join(RECIPE, file), 'utf8'))
}

/** Its topics with the prefix. */
export function prefixed({ name, config }: Connector, prefix: string): Connector {
  const topics = config.topics?.split(',').map((topic) => prefix + topic)
  return { name, config: { ...config, topics: String(topics) } }
}

/** A worker of Kafka Connect with the recipe's own settings. */
export interface ConnectWorker extends RunningService {
  /** Where connectors write their files. */
  readonly folder: string
}

/** Starts it with the connectors on this broker; skips the suite, with the reason, where that is impossible. */
export async function startWorker(
  context: Mocha.Context,
  brokers: string,
  connectors: readonly Connector[],
): Promise<ConnectWorker> {
  const answer = await provisioned('Kafka Connect', async () => {
    await prepareJars(CONNECT)
    return launch(brokers, connectors)
  })
  return answer.kind === 'running' ? answer.service : skipLoudly(context, answer.reason)
}

async function launch(brokers: string, connectors: readonly Connector[]): Promise<ConnectWorker> {
  const folder = await freshFolder('connect')
  const [port = 0] = await freePorts(1)
  const files = connectors.map(({ name }) => join(folder, `${name}.json`))
  await Promise.all(connectors.map((one, at) => writeFile(files[at] as string, JSON.stringify(one))))
  await writeFile(join(folder, 'worker.properties'), settings(brokers, port))
  const service = await startService({
    name: 'connect',
    command: 'java',
    args: [...javaArguments('256m', CONNECT), PROGRAM, 'worker.properties', ...files],
    ...{ folder, port, env: {} },
    ping: () => ping(port, connectors.length),
    startTimeoutMs: START_TIMEOUT_MS,
  })
  return { ...service, folder }
}

const PROGRAM = 'org.apache.kafka.connect.cli.ConnectStandalone'

/** The recipe's settings, with the broker and the port of this run. */
function settings(brokers: string, port: number): string {
  const text = readFileSync(join(RECIPE, 'connect/worker.properties'), 'utf8')
  return text.replace('localhost:9092', brokers).replace('8083', String(port))
}

/** Resolves when the worker runs as many connectors. */
async function ping(port: number, count: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/connectors?expand=status`, {
    signal: AbortSignal.timeout(PING_TIMEOUT_MS),
  })
  const states = Object.values(await answer.json()) as { status: { connector: { state: string } } }[]
  const running = states.filter(({ status }) => status.connector.state === 'RUNNING')
  if (running.length < count) throw new Error(`${running.length} connectors run`)
}
