import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MOCHA } from '#infra/tests/test-plan.ts'
import { startWorker } from '#infra/tests/worker-process.ts'
import type { FaultRecord } from '#test/support/faults/report-fault.ts'
import { type FaultResult, resultsOf } from './fault-results.ts'

/** No file takes half as long on two cores. */
const FILE_LIMIT_MS = 10 * 60_000

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
    const mocha = { ...MOCHA, forbidOnly: process.env.CI === 'true' }
    const worker = startWorker({
      mocha,
      print: 'inherit',
      env: { ...env, FAULTS_FILE: records },
      limitMs: FILE_LIMIT_MS,
    })
    const { failures } = await worker.run(file)
    const why = await worker.end()
    const all = read(records)
    return resultsOf(row, all, why ?? (all.length === 0 ? (failures[0] ?? null) : null))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function read(records: string): FaultRecord[] {
  if (!existsSync(records)) return []
  const lines = readFileSync(records, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
