import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { startChild } from './child.ts'
import { type Row, spread } from './table.ts'

export interface LatencyOptions {
  readonly name: string
  readonly calls: number
  /** Settings of the service; empty = embedded. */
  readonly env: Readonly<Record<string, string>>
  /** The goal for p95, in milliseconds. */
  readonly goal: string
}

const KEY = 'pp_benchkey_00000000000000000000000000000000'
const WARM_UP = 2000

/** One synchronous call after the other, without the fetching and parsing time of `Server-Timing`. */
export async function latency({ name, calls, env, goal }: LatencyOptions): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const site = await startChild(join(import.meta.dirname, 'target-site.ts'), ['1'], {}, /site on port/)
  const settings = { DATA_DIR: folder, PORT: '0', EGRESS_ALLOW: '127.0.0.0/8:*', LOG_LEVEL: 'error' }
  const service = await startChild(
    'infra/main.ts',
    [],
    { ...settings, PAGEPROBE_API_KEY: KEY, ...env },
    /listening on/,
  )
  const agent = new Agent({ connections: 1 })
  try {
    const port = /\d+$/.exec(site.line)?.[0]
    const base = /http:\S+/.exec(service.line)?.[0]
    const ask = (index: number) =>
      call(agent, `${base}/metadata?fields=basic&url=http://127.0.0.2:${port}/p-${index}`)
    for (let index = 0; index < WARM_UP; index++) await ask(-index)
    const overheads: number[] = []
    for (let index = 0; index < calls; index++) overheads.push(await ask(index))
    return [{ figure: `${name}: own overhead per call, ms`, value: spread(overheads), goal }]
  } finally {
    await agent.close()
    await service.stop()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function call(dispatcher: Agent, url: string): Promise<number> {
  const started = performance.now()
  const { statusCode, headers, body } = await request(url, { dispatcher, headers: { 'x-api-key': KEY } })
  await body.text()
  const total = performance.now() - started
  if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`)
  return total - timingOf(String(headers['server-timing']))
}

function timingOf(header: string): number {
  return [...header.matchAll(/dur=([\d.]+)/g)].reduce((sum, [, duration]) => sum + Number(duration), 0)
}
