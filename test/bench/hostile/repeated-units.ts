import type { Row } from '../table.ts'
import { labHolds } from './lab.ts'
import { type MeasuredCall, measureAll } from './measure-all.ts'
import { places } from './places.ts'
import { units } from './units.ts'

/** CPU time of one call that no page of such a size may exceed, in milliseconds: a few times that of an honest page. */
const MOST_MS = 300
const SHOWN = 20

/** Measures what a stage does with units in places of its own. */
type StageCosts = (units: readonly string[]) => AsyncIterable<Pick<MeasuredCall, 'place' | 'unit' | 'ms'>>
/** Stages that are measured by programs of their own. */
const others: Readonly<Record<string, StageCosts>> = { 'lab analysis': labHolds }

export interface RepeatedUnits {
  /** The slowest calls, and those that threw. */
  readonly rows: readonly Row[]
  /** Whether all calls answered within the limit. */
  readonly isGood: boolean
}

/** What pages cost that repeat a unit in one place, for each unit and place: each call that reads them, by its CPU time. */
export async function repeatedUnits(): Promise<RepeatedUnits> {
  const calls: MeasuredCall[] = []
  const tasks = Object.keys(places).flatMap((place) => units.map((unit) => ({ place, unit })))
  await measureAll(tasks, (found) => calls.push(...found))
  for (const [call, costs] of Object.entries(others))
    for await (const cost of costs(units)) calls.push({ call, error: null, ...cost })
  const failed = calls.filter(({ error }) => error !== null)
  const slowest = calls.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN)
  const rows = [...new Set([...slowest, ...failed.slice(0, SHOWN)])].map(rowOf)
  const count = {
    figure: `calls for ${tasks.length} pages`,
    value: `${calls.length}, ${failed.length} threw`,
  }
  return { rows: [count, ...rows], isGood: failed.length === 0 && (slowest[0]?.ms ?? 0) <= MOST_MS }
}

function rowOf({ call, place, unit, ms, error }: MeasuredCall): Row {
  const threw = error === null ? '' : `, threw ${error}`
  return {
    figure: `${call}: ${JSON.stringify(unit)} in ${place}`,
    value: `${ms.toFixed(0)} ms${threw}`,
    goal: `<= ${MOST_MS}`,
  }
}
