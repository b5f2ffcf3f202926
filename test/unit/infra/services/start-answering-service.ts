import { join } from 'node:path'
import { freePorts, freshFolder, startService } from '#infra/services/process.ts'
import type { RunningService } from '#infra/services/service.ts'

export interface Answering {
  readonly service: RunningService
  readonly folder: string
  /** Process id of the service at its first start. */
  readonly pid: number
}

/** The process id that the service answers with; rejects when it does not answer in time. */
export async function requestPid(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(500) })
  return Number(await answer.text())
}

export async function startAnsweringService(task = 'serves'): Promise<Answering> {
  const folder = await freshFolder('answering')
  const [port = 0] = await freePorts(1)
  const service = await startService({
    name: 'answering',
    command: process.execPath,
    args: [join(import.meta.dirname, 'answering-service.ts'), String(port), task],
    folder,
    port,
    env: { ANSWERING_PORT: String(port) },
    ping: async () => {
      await requestPid(port)
    },
    startTimeoutMs: 10_000,
  })
  return { service, folder, pid: await requestPid(port) }
}
