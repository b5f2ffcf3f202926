import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { startChild } from '../child.ts'
import type { Row } from '../table.ts'

const KEY = 'pp_benchkey_00000000000000000000000000000000'
const PING_MS = 10

/** Cost of hostile pages for the embedded service: time to an answer, and the delay of other callers meanwhile. */
export async function hostile(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const site = await startChild(join(import.meta.dirname, 'site.ts'), [], {}, /site on port/)
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    EGRESS_ALLOW: '127.0.0.0/8:*',
    LOG_LEVEL: 'error',
    PAGEPROBE_API_KEY: KEY,
  }
  const service = await startChild('infra/main.ts', [], env, /listening on/)
  const target = `http://127.0.0.2:${/\d+$/.exec(site.line)?.[0]}`
  const base = /http:\S+/.exec(service.line)?.[0] as string
  try {
    const names = (await (await request(target)).body.json()) as string[]
    const rows: Row[] = []
    for (const name of names)
      rows.push(await row(name, `${target}/${encodeURIComponent(name)}`, base, service.rss))
    return rows
  } finally {
    await service.stop()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function row(name: string, url: string, base: string, rss: () => number): Promise<Row> {
  const pinging = pingWhile(base)
  const started = performance.now()
  const answer = await request(`${base}/metadata?url=${encodeURIComponent(url)}`, {
    headers: { 'x-api-key': KEY },
  })
  const body = (await answer.body.json()) as { message?: string }
  const seconds = ((performance.now() - started) / 1000).toFixed(2)
  const worst = (await pinging.stop()).toFixed(0)
  const message = body.message === undefined ? '' : ` (${body.message.slice(0, 60)})`
  return {
    figure: name,
    value: `${answer.statusCode} in ${seconds} s, others wait ${worst} ms at most, RSS ${rss().toFixed(0)} MiB${message}`,
  }
}

/** The maximum duration of a call that needs only the event loop. */
function pingWhile(base: string): { stop(): Promise<number> } {
  const dispatcher = new Agent({ connections: 1 })
  let isStopped = false
  let worst = 0
  const pinging = (async () => {
    while (!isStopped) {
      const started = performance.now()
      await (await request(`${base}/healthz`, { dispatcher })).body.text()
      worst = Math.max(worst, performance.now() - started)
      await delay(PING_MS)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await pinging
      await dispatcher.close()
      return worst
    },
  }
}
