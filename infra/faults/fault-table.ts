import type { FaultResult } from './fault-results.ts'

/** Where and when the faults were injected. */
export interface FaultRun {
  /** ISO 8601. */
  readonly date: string
  readonly commit: string
  readonly machine: {
    readonly cores: number
    readonly memoryGib: number
    readonly kernel: string
    readonly node: string
  }
  readonly minutes: number
}

const HEAD = ['row', 'fault', 'accepted', 'lost', 'wrong', 'repeated', 'seconds to recover', 'outcome']
const START = '<!-- faults: made by `npm run faults -- --write` -->'
const END = '<!-- end of faults -->'

/** The table for a terminal. */
export function textTable(results: readonly FaultResult[]): string {
  const lines = [HEAD, ...results.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Replaces what stands between the marks of a page by the table and where it comes from. */
export function withFaultTable(page: string, run: FaultRun, results: readonly FaultResult[]): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) throw new Error('the page has lost the marks around its table of faults')
  const table = [HEAD, HEAD.map(() => '---'), ...results.map(cells)]
  const rows = table.map((line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  return `${page.slice(0, start)}${START}\n${originOf(run)}\n\n${rows.join('\n')}\n${page.slice(end)}`
}

/** In a sentence. */
export function originOf({ date, commit, machine, minutes }: FaultRun): string {
  const { cores, memoryGib, kernel, node } = machine
  const day = date.slice(0, 10)
  return `${day}, commit ${commit}, in ${minutes.toFixed(0)} minutes on ${cores} cores, ${memoryGib} GiB, ${kernel}, Node.js ${node}.`
}

function cells(result: FaultResult): string[] {
  const { row, fault, accepted, lost, wrong, repeated, recoveredMs, outcome } = result
  const counts = [accepted, lost, wrong, repeated].map((count) => (count === null ? '–' : String(count)))
  const seconds = recoveredMs === null ? '–' : (recoveredMs / 1000).toFixed(1)
  return [row, fault, ...counts, seconds, outcome]
}
