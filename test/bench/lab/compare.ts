import { median } from '../median.ts'
import type { Row } from '../table.ts'
import type { LabDevice, LabRun } from './lab-run.ts'

/** The runs of one page on one device. */
export interface Compared {
  readonly ours: readonly LabRun[]
  readonly lighthouse: readonly LabRun[]
  readonly bare: readonly LabRun[]
}

type Vital = 'fcp' | 'lcp'

/** A page that paints so fast is judged by milliseconds, not by a share. */
const FAST_MS = 25
/** Browsers report paints in steps of so many milliseconds. */
const STEP_MS = 4
/** Share of Lighthouse's time that a call may take. */
const WALL = { desktop: 0.25, mobile: 0.4 }

/**
 * The figures of one page. A phone is judged by Lighthouse, a desktop by the bare browser. Lighthouse traces more than we do, so on both
 * its paints come later than those of the bare browser; ours may come between them.
 */
export function compareRows(page: string, device: LabDevice, runs: Compared): Row[] {
  const name = `${page}, ${device}`
  const wall = medianOf(runs.ours, 'wallMs') / medianOf(runs.lighthouse, 'wallMs')
  return [
    { figure: name, value: valuesOf(runs) },
    ...(['fcp', 'lcp'] as const).flatMap((vital) => apart(name, device, vital, runs)),
    { figure: `${name}, CLS`, value: clsOf(runs), goal: 'equal to three digits' },
    { figure: `${name}, LCP rsd`, value: spreadOf(runs), goal: `<= 3 % or ${STEP_MS} ms` },
    { figure: `${name}, wall`, value: `${wall.toFixed(2)} of Lighthouse's`, goal: `<= ${WALL[device]}` },
  ]
}

function valuesOf(runs: Compared): string {
  return Object.entries(runs)
    .map(([name, all]) => {
      const [fcp, lcp] = [medianOf(all, 'fcp'), medianOf(all, 'lcp')]
      return `${name} ${fcp.toFixed(0)}/${lcp.toFixed(0)} in ${(medianOf(all, 'wallMs') / 1000).toFixed(1)} s`
    })
    .join(', ')
}

function apart(name: string, device: LabDevice, vital: Vital, runs: Compared): Row[] {
  const isPhone = device === 'mobile'
  const goals = {
    lighthouse: isPhone ? { goal: 'within 2 %' } : {},
    bare: isPhone ? {} : { goal: `within 3 % or ${FAST_MS} ms` },
  }
  return (['lighthouse', 'bare'] as const).map((other) => {
    const reference = medianOf(runs[other], vital)
    const ms = medianOf(runs.ours, vital) - reference
    const figure = `${name}, ${vital.toUpperCase()} apart from ${other}`
    return { figure, value: `${percent(ms / reference)}, ${ms.toFixed(0)} ms`, ...goals[other] }
  })
}

function spreadOf({ ours }: Compared): string {
  const lcps = ours.map(({ lcp }) => lcp)
  return `${percent(deviation(lcps))} of ${medianOf(ours, 'lcp').toFixed(0)} ms`
}

function clsOf({ ours, lighthouse }: Compared): string {
  return `${medianOf(ours, 'cls').toFixed(3)}, Lighthouse ${medianOf(lighthouse, 'cls').toFixed(3)}`
}

function medianOf(runs: readonly LabRun[], figure: keyof LabRun): number {
  return median(runs.map((run) => run[figure]))
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Relative standard deviation. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const square = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length
  return Math.sqrt(square) / mean
}
