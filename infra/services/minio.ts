import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { announce, cacheFolder, fillOnce, runCommand, succeeds } from './command.ts'
import { freePorts, freshFolder, startService } from './process.ts'
import { externalService, type Provisioned, provisioned, type RunningService } from './service.ts'

/** The last commit of the server, which is published as source only. */
const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c'
const MODULE = `github.com/minio/minio@${VERSION}`
/** Digest of the module (go.dev/ref/mod, "go.sum files"). The module's own go.sum has those of all others. */
const SUM = 'h1:/qdoYujxF5MBLDMVLeiYJ/7fBa1HikX39Dvzb9Ji8pA='
const START_TIMEOUT_MS = 30_000
const PING_TIMEOUT_MS = 1000

/** The server's program, built by `prepareMinio`; one for each version. */
const program = join(cacheFolder('minio'), VERSION, 'minio')

/** Builds the server with Go, once per machine (a few minutes). Rejects with the reason when it cannot be built. */
export async function prepareMinio(): Promise<void> {
  if (process.env.S3_TEST_ENDPOINT || existsSync(program)) return
  if (!(await succeeds('go', ['version']))) throw new Error('it is built with Go, and there is no Go here')
  announce('building MinIO with Go, once (the object store of the tests; a few minutes)')
  await fillOnce(dirname(program), async (folder) => {
    await verifyModule()
    await runCommand('go', ['install', MODULE], { env: { GOBIN: folder } })
  })
}

/** Rejects unless Go's cache has the known module, from which it is then built. */
async function verifyModule(): Promise<void> {
  const answer = await runCommand('go', ['mod', 'download', '-json', MODULE])
  if (!answer.includes(`"Sum": "${SUM}"`))
    throw new Error(`${MODULE} is not the module with ${SUM}: ${answer}`)
}

/**
 * Provides an object store for tests and sets S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY: the store that the
 * variables S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY and S3_TEST_SECRET_KEY name, else an own empty MinIO on loopback.
 */
export function provideMinio(): Promise<Provisioned> {
  const endpoint = process.env.S3_TEST_ENDPOINT
  return provisioned('no MinIO', async () => {
    if (endpoint) return externalMinio(endpoint)
    await prepareMinio()
    return startMinio()
  })
}

function externalMinio(endpoint: string): RunningService {
  const { S3_TEST_ACCESS_KEY = '', S3_TEST_SECRET_KEY = '' } = process.env
  return externalService(
    { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: S3_TEST_ACCESS_KEY, S3_SECRET_KEY: S3_TEST_SECRET_KEY },
    Number(new URL(endpoint).port),
  )
}

async function startMinio(): Promise<RunningService> {
  const [port = 0] = await freePorts(1)
  const folder = await freshFolder('minio')
  const endpoint = `http://127.0.0.1:${port}`
  const accessKey = randomBytes(8).toString('hex')
  const secretKey = randomBytes(16).toString('hex')
  return startService({
    name: 'minio',
    command: program,
    args: [
      ...['server', join(folder, 'data')],
      ...['--address', `127.0.0.1:${port}`, '--certs-dir', join(folder, 'certs')],
    ],
    childEnv: {
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      MINIO_PROMETHEUS_AUTH_TYPE: 'public',
    },
    folder,
    port,
    env: { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
    ping: () => ping(endpoint),
    startTimeoutMs: START_TIMEOUT_MS,
  })
}

/** Resolves when the server accepts writes. */
async function ping(endpoint: string): Promise<void> {
  const url = `${endpoint}/minio/health/cluster`
  const answer = await fetch(url, { signal: AbortSignal.timeout(PING_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
}
