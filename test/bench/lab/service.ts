import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { startChild } from '../child.ts'
import type { LabDevice, LabRun } from './lab-run.ts'

/** A call of the service, and how disturbed its run was. */
export interface ServiceRun extends LabRun {
  readonly contention: PerformanceResult['environment']['contention']
}

export type LabService = Awaited<ReturnType<typeof startLabService>>

const KEY = 'pp_benchkey_00000000000000000000000000000000'

/** The whole service in a process of its own, as `npm start` runs it. The key has no limit, and no URL is asked for twice. */
export async function startLabService() {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const settings = {
    ...{ DATA_DIR: folder, PORT: '0', PAGEPROBE_API_KEY: KEY, EGRESS_ALLOW: '127.0.0.0/8:*' },
  }
  const child = await startChild('infra/main.ts', [], settings, /listening on/, join(folder, 'log'))
  const base = /http:\S+/.exec(child.line)?.[0] ?? ''
  let count = 0
  const unasked = (url: string) => `${url}?run=${++count}`
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    const more = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${base}${path}`, { headers, ...more })
    if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    /** Measures a page from outside: `GET /performance`. */
    async run(url: string, device: LabDevice): Promise<ServiceRun> {
      const began = performance.now()
      const query = new URLSearchParams({ device, url: unasked(url) })
      const { core_web_vitals: vitals, environment } = (await ask(
        `/performance?${query}`,
      )) as PerformanceResult
      return {
        fcp: vitals.fcp.value_ms ?? Number.NaN,
        lcp: vitals.lcp.value_ms ?? Number.NaN,
        cls: vitals.cls.value ?? Number.NaN,
        wallMs: performance.now() - began,
        contention: environment.contention,
      }
    },
    /** Takes a snapshot of a page. */
    async capture(url: string): Promise<void> {
      await ask('/snapshot', { url: unasked(url) })
    },
    async stop(): Promise<void> {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
