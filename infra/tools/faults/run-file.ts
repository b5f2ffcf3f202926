import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FaultRecord } from '#test/support/faults/report-fault.ts'
import { type FaultResult, resultsOf } from './fault-results.ts'

/** No file takes half as long on two cores. */
const FILE_LIMIT_MS = 10 * 60_000
const program = join(import.meta.dirname, 'fault-file.worker.ts')
const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs a file of a row in a process of its own, whose output is shown as it comes, and returns its lines of the table.
 * A file that hangs is killed, and has failed.
 */
export async function runFile(
  row: string,
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<FaultResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-faults-'))
  const records = join(folder, 'records')
  try {
    const ended = await runProcess(file, { ...env, FAULTS_FILE: records })
    return resultsOf(row, read(records), ended === 0 ? null : `${file}: its process ended with ${ended}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Resolves with the exit code, the signal, or the limit. */
async function runProcess(file: string, env: Readonly<Record<string, string>>): Promise<number | string> {
  const child = spawn(process.execPath, [program, resolve(file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  let isHanging = false
  const impatient = setTimeout(() => {
    isHanging = true
    child.kill('SIGKILL')
  }, FILE_LIMIT_MS)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(impatient)
  for (const one of signals) process.off(one, forward)
  return isHanging ? `SIGKILL after ${FILE_LIMIT_MS / 60_000} minutes` : (code ?? signal)
}

function read(records: string): FaultRecord[] {
  if (!existsSync(records)) return []
  const lines = readFileSync(records, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
