import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partNames } from '#infra/process/parts.ts'
import { runCommand, succeeds } from '#infra/services/command.ts'
import { freePorts } from '#infra/services/process.ts'
import { type Command, composeFolder, composeOf, type Engine, mustRun } from './engine.ts'

const names = [
  'MINIO_ROOT_PASSWORD',
  'KAFKA_PASSWORD_ADMIN',
  'POSTGRES_PASSWORD_ADMIN',
  'POSTGRES_PASSWORD_BATCH',
  'PARTS_SECRET',
  ...partNames.flatMap((part) =>
    ['KAFKA_PASSWORD', 'REDIS_PASSWORD', 'S3_SECRET_KEY'].map((kind) => `${kind}_${part.toUpperCase()}`),
  ),
]

/** Adds a new password for each name that Compose needs and the file lacks. Only the owner may read the file. */
export async function makePasswords(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const isThere = (name: string) => new RegExp(`^${name}=`, 'm').test(text)
  const missing = names.filter((name) => !isThere(name))
  const lines = missing.map((name) => `${name}=${randomBytes(24).toString('hex')}\n`)
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  if (missing.length > 0) await writeFile(file, end + lines.join(''), { flag: 'a', mode: 0o600 })
}

/** The services of compose.yaml under a project name of their own, with a site to inspect. */
export interface Stack {
  /** Base URL of the gateway. */
  readonly url: string
  /** An API key with all scopes. */
  readonly key: string
  up(): Promise<void>
  restart(service: string): Promise<void>
  /** Returns what the program printed; rejects when its exit code is not 0. */
  exec(service: string, command: Command): Promise<string>
  /** The result of its health check at this moment. A stopped program may delay it by `CHECK_S`. */
  isHealthy(service: string): Promise<boolean>
  logs(service: string): Promise<string>
  /** Removes containers, networks and data. */
  down(): Promise<void>
}

const PROJECT = 'pageprobe-test'
const MORE = 'image/test.compose.yaml'
const KEY = 'pp_testkey0_abcdefghijklmnopqrstuvwxyz012345'
const CHECK_S = '15'

/** Makes a stack of the engine's compose files, with new passwords; starts nothing. */
export async function makeStack(engine: Engine, images: Readonly<Record<string, string>>): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'pageprobe-image-'))
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const settings = join(folder, 'settings')
  await writeFile(settings, `PORT=${port}\nPUBLIC_URL=${url}\nPAGEPROBE_API_KEY=${KEY}\n`, { mode: 0o600 })
  await makePasswords(settings)
  const env = { ...engine.env, ...images }
  const compose = (...more: string[]) =>
    mustRun([...composeOf(engine, MORE), '-p', PROJECT, '--env-file', settings, ...more], {
      env,
      cwd: composeFolder,
    })
  const runQuery = (program: string, ...args: string[]) =>
    runCommand(program, args, { env, cwd: composeFolder })
  return {
    url,
    key: KEY,
    up: () => compose('up', '-d', '--no-build'),
    restart: (service) => compose('restart', service),
    exec: async (service, command) => runQuery(engine.name, 'exec', await idOf(service), ...command),
    isHealthy: async (service) => (engine.name === 'docker' ? byDocker : byPodman)(await idOf(service)),
    logs: async (service) => runQuery(engine.name, 'logs', await idOf(service)),
    async down() {
      await compose('down', '-v')
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function idOf(service: string): Promise<string> {
    const labels = { project: PROJECT, service }
    const filters = Object.entries(labels).flatMap(([name, value]) => [
      '--filter',
      `label=com.docker.compose.${name}=${value}`,
    ])
    const id = (await runQuery(engine.name, 'ps', '-aq', ...filters)).trim()
    if (!/^\w+$/.test(id)) throw new Error(`${service}: one container is expected, found: ${id || 'none'}`)
    return id
  }

  async function byDocker(id: string): Promise<boolean> {
    return (await runQuery('docker', 'inspect', '-f', '{{.State.Health.Status}}', id)).trim() === 'healthy'
  }

  function byPodman(id: string): Promise<boolean> {
    return succeeds('timeout', ['-k', '1', CHECK_S, 'podman', 'healthcheck', 'run', id], {
      env,
      cwd: composeFolder,
    })
  }
}
