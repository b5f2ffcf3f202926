import { startCodePool } from '#stages/render/lab/code/code-pool.ts'
import { printTable } from '../table.ts'
import { browserPlaces } from './lab-browser-places.ts'
import { type LabPlace, labPlaces } from './lab-places.ts'

/** How long one unit in one place held the thread that render's jobs share. */
export interface LabHold {
  readonly place: string
  readonly unit: string
  /** CPU milliseconds. */
  readonly ms: number
}

/** The goal: nothing that one page does holds the thread for longer. */
const MAX_MS = 300
const SHOWN = 15

/**
 * Repeats each unit in each place of a page that the analysis of render reads, up to the size that a page can make it, and yields what it
 * costs this thread. Threads of the pool do not count: they end by their own limits.
 */
export async function* labHolds(units: readonly string[]): AsyncGenerator<LabHold> {
  const codePool = startCodePool()
  const places: Readonly<Record<string, LabPlace>> = { ...labPlaces(codePool), ...browserPlaces }
  try {
    for (const [place, { characters, prepare }] of Object.entries(places)) {
      for (const unit of units) {
        const text = unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters)
        const read = prepare(text)
        const before = process.threadCpuUsage()
        await read()
        const { user, system } = process.threadCpuUsage(before)
        yield { place, unit, ms: (user + system) / 1000 }
      }
    }
  } finally {
    await codePool.stop()
  }
}

/** Of the kinds that have been slow before, for a run without the other parts of the bench. */
const someUnits = [
  ...['a', 'a.', 'a;', 'a=b;', 'a_', '__a', '/a', 'a/', '%61', '@', ':', '?a=1&', '#', 'é', '\\', '\\"', '"'],
  ...[
    "'",
    '`',
    '/[',
    '(/[',
    '!/[',
    '/*',
    '*/',
    '//',
    '\n',
    '\r\n',
    ' ',
    '\t',
    ',',
    'a,',
    '<',
    '{',
    '}',
    '[]',
  ],
  ...['{"a":', '*{}', '@media{', 'url(', 'a(b[c{', ';;', 'AAAA,', 'AAgBA,', 'a=>{', '()=>0,', 'function(){}'],
  ...['defineProperty(Array.prototype,"at",', 'Array.prototype.at=', '{key:"a",value:function(){}}', '${'],
]

if (import.meta.main) {
  const holds: LabHold[] = []
  for await (const hold of labHolds(someUnits)) holds.push(hold)
  const worst = holds.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN)
  const rows = worst.map(({ place, unit, ms }) => ({
    figure: `${place}: ${JSON.stringify(unit)}`,
    value: `${ms.toFixed(1)} ms`,
    goal: `<= ${MAX_MS}`,
  }))
  printTable(`Hostile pages in the lab: CPU of the shared thread, the worst of ${holds.length}`, rows)
}
