import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { prepareServices, startSharedServices } from '#infra/tests/shared-services.ts'
import type { FaultResult } from './fault-results.ts'
import { faultRows } from './fault-rows.ts'
import { type FaultRun, originOf, textTable, withFaultTable } from './fault-table.ts'
import { type FaultOptions, readOptions } from './options.ts'
import { runFile } from './run-file.ts'

/**
 * Injects real faults into the running service, row by row: the files of a row are run one after the other, with nothing
 * beside them, since they are against wall clocks. Prints each test as it ends, then one table, which is also written as
 * JSON (`--json <file>`) and, with `--write`, into the documents. The exit code is 1 when anything failed.
 */
const root = join(import.meta.dirname, '../..')
const PAGE = join(root, 'infra/docs/faults.md')
const GIB = 1024 ** 3

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
  })
}
const known = faultRows(root)
const options = optionsOrExit()
if (options.isList) for (const { name, files } of known) console.log(`${name}: ${files.join(', ')}`)
else await run(options)

function optionsOrExit(): FaultOptions {
  try {
    return readOptions(process.argv.slice(2), known)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function run({ rows, json, isWritten }: FaultOptions): Promise<void> {
  const began = performance.now()
  const commit = commitOf()
  await prepareServices()
  const services = await startSharedServices()
  const results: FaultResult[] = []
  for (const { row, file } of rows.flatMap(({ name, files }) => files.map((file) => ({ row: name, file })))) {
    if (isStopped) break
    console.log(`\n${row}: ${file}`)
    results.push(...(await runFile(row, file, services.env)))
  }
  await services.stop()
  const about = { date: new Date().toISOString(), commit, ...machineAndTime(began) }
  show(about, results)
  mkdirSync(dirname(json), { recursive: true })
  writeFileSync(json, `${JSON.stringify({ ...about, results }, null, 2)}\n`)
  if (isWritten && !isStopped) {
    writeFileSync(PAGE, withFaultTable(readFileSync(PAGE, 'utf8'), about, results))
  }
}

function show(about: FaultRun, results: readonly FaultResult[]): void {
  console.log(`\n${textTable(results)}\n\n${originOf(about)}`)
  const of = (outcome: FaultResult['outcome']) => results.filter((one) => one.outcome === outcome)
  for (const { row, fault, outcome, reason } of [...of('skipped'), ...of('FAILED')]) {
    console.log(`${outcome.toUpperCase()}: ${row}, ${fault}: ${reason}`)
  }
  if (isStopped) console.log('STOPPED before the end')
  const counts = [of('held'), of('FAILED'), of('skipped')].map(({ length }) => length)
  console.log(`${counts[0]} held, ${counts[1]} failed, ${counts[2]} skipped`)
  process.exitCode = counts[1] === 0 && !isStopped ? 0 : 1
}

function machineAndTime(began: number): Pick<FaultRun, 'machine' | 'minutes'> {
  return {
    machine: {
      cores: availableParallelism(),
      memoryGib: Math.round(totalmem() / GIB),
      kernel: `${type()} ${release()}`,
      node: process.versions.node,
    },
    minutes: (performance.now() - began) / 60_000,
  }
}

/** With a plus sign when files differ from it. */
function commitOf(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const differs = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${differs ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}
