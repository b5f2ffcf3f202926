import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#infra/services/process.ts'
import { type BatchClient, batchClient } from '#test/support/service/batch-client.ts'
import { KEY } from '../batch-fixture.ts'
import { type Child, startChild } from '../child.ts'

type Env = Readonly<Record<string, string>>

/** Parts of the service in a process. */
export interface BenchProcess {
  readonly child: Child
  /** SIGTERM, and starts again. */
  restart(): Promise<void>
}

/** A batch part in a process, with a folder of its own. */
export interface BenchPart extends BenchProcess {
  /** `kill -9`, and the folder is removed; then it starts again with the same name. */
  lose(): Promise<void>
}

/** Batch parts, a gateway for them, and what else is started with them, each a process. */
export interface BenchParts {
  readonly batches: BatchClient
  readonly parts: readonly BenchPart[]
  /** The gateway and the further processes. */
  readonly others: readonly BenchProcess[]
  close(): Promise<void>
}

const MAIN = 'infra/main.ts'
const UP = / runs | listening on /

/** `others`: the parts of further processes. `env` names the services and the number of shards. */
export async function openBenchParts(
  count: number,
  env: Env,
  others: readonly (readonly string[])[] = [],
): Promise<BenchParts> {
  const root = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const [port = 0, ...ports] = await freePorts(count + 2)
  const [lookups = '', ...listening] = ports.map((one) => `127.0.0.1:${one}`)
  const settings = {
    ...{ PORT: String(port), EGRESS_ALLOW: '127.0.0.0/8:*', LOG_LEVEL: 'error', PAGEPROBE_API_KEY: KEY },
    ...{ LOOKUPS_ADDRESS: lookups, LOOKUPS_LISTEN: lookups, ...env, DATA_DIR: join(root, 'others') },
  }
  const start = (names: readonly string[], more: Env = {}) =>
    startChild(MAIN, names, { ...settings, ...more }, UP)
  const running = await Promise.all(others.map((names) => openPart(() => start(names), settings.DATA_DIR)))
  const parts = await Promise.all(
    listening.map((address, at) => {
      const own = { BATCHES_LISTEN: address, INSTANCE_ID: `part-${at}`, DATA_DIR: join(root, String(at)) }
      return openPart(() => start(['batch'], own), own.DATA_DIR)
    }),
  )
  const gateway = await openPart(
    () => start(['gateway'], { BATCHES_ADDRESS: listening.join() }),
    settings.DATA_DIR,
  )
  return {
    batches: batchClient(`http://127.0.0.1:${port}`, KEY),
    parts,
    others: [gateway, ...running],
    async close() {
      for (const { child } of [gateway, ...parts, ...running]) await child.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function openPart(start: () => Promise<Child>, folder: string): Promise<BenchPart> {
  let child = await start()
  return {
    get child() {
      return child
    },
    async restart() {
      await child.stop()
      child = await start()
    },
    async lose() {
      await child.kill()
      rmSync(folder, { recursive: true, force: true })
      child = await start()
    },
  }
}
