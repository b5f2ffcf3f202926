import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Loaded, openMemoryFixture } from '#test/support/service/memory-fixture.ts'
import { loads, openLoadSite } from '#test/support/service/memory-load.ts'
import { type Row, spread } from './table.ts'

const COUNT = 64

/** Memory cost of many large pages at once for the embedded service, and the delay of other callers meanwhile. */
export async function memory(): Promise<Row[]> {
  const site = await openLoadSite()
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const rows: Row[] = []
  try {
    for (const kind of loads) {
      const fixture = await openMemoryFixture(site, { DATA_DIR: join(folder, String(rows.length)) })
      rows.push(row(kind, await fixture.load(kind, COUNT).finally(() => fixture.close())))
    }
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

function row(kind: string, { answers, lastMs, grownMib, otherCallsMs }: Loaded): Row {
  const statuses = Object.entries(answers).map(([status, count]) => `${count} x ${status}`)
  const value = `+${grownMib.toFixed(0)} MiB, last answer after ${lastMs.toFixed(0)} ms, others ${spread(otherCallsMs)} ms; ${statuses.join(', ')}`
  return { figure: `${COUNT} x ${kind}`, value, goal: '<= 1536 MiB, others p95 <= 1000' }
}
