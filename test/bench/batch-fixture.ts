import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#infra/services/process.ts'
import { type BatchClient, batchClient } from '#test/support/service/batch-client.ts'
import type { HostVisits } from '#test/support/sites/visit-recorder.ts'
import type { Content, PageSet } from './batch-pages.ts'
import { type Child, startChild } from './child.ts'

type Env = Readonly<Record<string, string>>

/** The same real services with separate topics and groups. */
export function prefixed(env: Env, more: string): Env {
  return { ...env, KAFKA_TOPIC_PREFIX: `${env.KAFKA_TOPIC_PREFIX}${more}` }
}

/** The service, whole or in parts, each in a process of its own. */
export interface BatchFixture {
  /** Base URL of the gateway. */
  readonly url: string
  readonly folder: string
  readonly processes: readonly Child[]
  readonly batches: BatchClient
  /** Sum of all its processes. */
  rss(): number
  cpuSeconds(): number
  close(): Promise<void>
}

export const KEY = 'pp_benchkey_00000000000000000000000000000000'
const MAIN = 'infra/main.ts'

/** `processes` lists the parts of each process; an empty list = all parts. The first process has the gateway. */
export async function openBatchFixture(
  env: Env,
  processes: readonly (readonly string[])[] = [[]],
): Promise<BatchFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const ports = await freePorts(processes.length + 1)
  const addresses = ports.map((port) => `127.0.0.1:${port}`)
  const batchesAt = addresses.at(-1) as string
  const lookups = addresses.filter((_, at) => isFetch(processes[at]))
  const settings = { ...settingsIn(folder), LOOKUPS_ADDRESS: lookups.join(), BATCHES_LISTEN: batchesAt }
  const start = (parts: readonly string[], at: number) => {
    const own = { LOOKUPS_LISTEN: addresses[at] ?? '', BATCHES_ADDRESS: batchesAt }
    return startChild(MAIN, parts, { ...settings, ...own, ...env }, / runs | listening on /)
  }
  // All at once: the gateway reports that it listens when the others are up.
  const started = await Promise.all(processes.map(start))
  const url = /http:\S+/.exec(started[0]?.line ?? '')?.[0] ?? ''
  const sum = (figure: (child: Child) => number) => started.reduce((all, child) => all + figure(child), 0)
  return {
    url,
    folder,
    processes: started,
    batches: batchClient(url, KEY),
    rss: () => sum((child) => child.rss()),
    cpuSeconds: () => sum((child) => child.cpuSeconds()),
    async close() {
      for (const child of started.toReversed()) await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isFetch = (parts: readonly string[] | undefined): boolean =>
  parts?.length === 0 || parts?.includes('fetch') === true

function settingsIn(folder: string): Record<string, string> {
  return {
    DATA_DIR: folder,
    PORT: '0',
    EGRESS_ALLOW: '127.0.0.0/8:*',
    BATCH_HOST_DELAY_MS: '0',
    LOG_LEVEL: 'error',
    PAGEPROBE_API_KEY: KEY,
  }
}

/** The pages, served by a process of its own. */
export interface BatchSite {
  readonly pages: PageSet
  /** Visits as the hosts saw them. */
  visits(): Promise<HostVisits[]>
  close(): Promise<void>
}

export interface BatchSiteOptions extends Omit<PageSet, 'port'> {
  /** Duration of an answer. */
  readonly answerMs?: number
  readonly content?: Content
}

export async function openBatchSite(options: BatchSiteOptions): Promise<BatchSite> {
  const { pages, hosts, answerMs = 0, content = 'small' } = options
  const program = join(import.meta.dirname, 'batch-site.ts')
  const child = await startChild(program, [String(hosts), String(answerMs), content], {}, /^site on port/)
  const [port, control] = [...child.line.matchAll(/\d+/g)].map(([number]) => Number(number))
  return {
    pages: { pages, hosts, port: port ?? 0 },
    async visits() {
      const answer = await fetch(`http://127.0.0.1:${control}/`)
      return (await answer.json()) as HostVisits[]
    },
    close: () => child.stop(),
  }
}
