import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#infra/services/process.ts'
import { type BatchClient, batchClient } from '#test/support/service/batch-client.ts'
import { KEY } from '../batch-fixture.ts'
import { type Child, startChild } from '../child.ts'

type Env = Readonly<Record<string, string>>

/** Batch parts, each a process, and a gateway for them. */
export interface BenchParts {
  /** Of the gateway. */
  readonly url: string
  readonly batches: BatchClient
  readonly parts: readonly Child[]
  close(): Promise<void>
}

/** `env` names the services. */
export async function openBenchParts(count: number, env: Env): Promise<BenchParts> {
  const root = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const [port = 0, ...ports] = await freePorts(count + 2)
  const [lookups = '', ...listening] = ports.map((one) => `127.0.0.1:${one}`)
  const settings = {
    ...{ PORT: String(port), EGRESS_ALLOW: '127.0.0.0/8:*', LOG_LEVEL: 'error', PAGEPROBE_API_KEY: KEY },
    ...{ LOOKUPS_ADDRESS: lookups, LOOKUPS_LISTEN: lookups, ...env, DATA_DIR: join(root, 'gateway') },
  }
  const start = (name: string, more: Env) =>
    startChild('infra/main.ts', [name], { ...settings, ...more }, / runs | listening on /)
  const parts = await Promise.all(
    listening.map((address, at) => {
      const own = { BATCHES_LISTEN: address, INSTANCE_ID: `part-${at}`, DATA_DIR: join(root, String(at)) }
      return start('batch', own)
    }),
  )
  const gateway = await start('gateway', { BATCHES_ADDRESS: listening.join() })
  return {
    url: `http://127.0.0.1:${port}`,
    batches: batchClient(`http://127.0.0.1:${port}`, KEY),
    parts,
    async close() {
      for (const child of [gateway, ...parts]) await child.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
