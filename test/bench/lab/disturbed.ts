import { cpus } from 'node:os'
import { startCpuBurners } from '#test/support/faults/cpu-burners.ts'
import type { Row } from '../table.ts'
import { untilQuiet } from './quiet.ts'
import type { LabService, ServiceRun } from './service.ts'

/** Whether the service repeats the runs that were disturbed, and no others. */
export async function disturbanceRows(service: LabService, url: string): Promise<Row[]> {
  const calls = { quiet: 20, captured: 4, crowded: 3 }
  const quiet = await runs(calls.quiet, service, url, untilQuiet)
  const captured = await whileCapturing(service, url, () => runs(calls.captured, service, url, atOnce))
  const crowded = await whileSpinning(() => runs(calls.crowded, service, url, atOnce))
  const seen = crowded.filter(({ contention }) => contention.contaminated && contention.discarded_runs > 0)
  return [
    {
      figure: `${calls.quiet} calls on a quiet machine`,
      value: `${quiet.filter(isSingle).length} with one run, ${foreignOf(quiet)}`,
      goal: '19 with one run',
    },
    {
      figure: `${calls.captured} calls while snapshots are asked for`,
      value: `${captured.filter(isSingle).length} with one run, ${foreignOf(captured)}`,
      goal: 'all: snapshots wait',
    },
    {
      figure: `${calls.crowded} calls beside a burner on each core`,
      value: `${seen.length} contaminated and repeated, ${foreignOf(crowded)}`,
      goal: 'all',
    },
  ]
}

function isSingle({ contention }: ServiceRun): boolean {
  return contention.discarded_runs === 0 && !contention.contaminated
}

const atOnce = async () => {}

async function runs(
  count: number,
  service: LabService,
  url: string,
  wait: () => Promise<void>,
): Promise<ServiceRun[]> {
  const all: ServiceRun[] = []
  for (let call = 0; call < count; call++) {
    await wait()
    all.push(await service.run(url, call % 2 === 0 ? 'desktop' : 'mobile'))
  }
  return all
}

function foreignOf(all: readonly ServiceRun[]): string {
  const shares = all.map(({ contention }) => contention.foreign_cpu ?? Number.NaN)
  return `foreign CPU ${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`
}

/** Asks for one snapshot after the other. */
async function whileCapturing<T>(service: LabService, url: string, work: () => Promise<T>): Promise<T> {
  let isEnded = false
  const captures = (async () => {
    while (!isEnded) await service.capture(url)
  })()
  try {
    return await work()
  } finally {
    isEnded = true
    await captures
  }
}

/** Keeps all cores busy by other processes. */
async function whileSpinning<T>(work: () => Promise<T>): Promise<T> {
  const burners = startCpuBurners(cpus().length)
  try {
    return await work()
  } finally {
    burners.stop()
  }
}
