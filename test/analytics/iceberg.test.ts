import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { consumeLines } from '#test/support/analytics/consumed-lines.ts'
import { MADE, MADE_DAY, NOT_FIRST, WITHOUT_VALUE } from '#test/support/analytics/made-records.ts'
import { publishedEvents } from '#test/support/analytics/published-events.ts'
import { suitePython } from '#test/support/service/python.ts'

interface Row {
  readonly id: string
  readonly host: string
  readonly operation: string | null
  readonly day: string
  readonly sequence: string | null
  readonly code: string | null
  readonly score: number | null
  readonly tenant: string | null
  readonly result: string | null
  readonly dataref: string | null
}

/** Reads the table as any program with pyiceberg does; prints its rows, and the days of its partitions. */
const READ = `
import json, sys
from pyiceberg.catalog.sql import SqlCatalog
warehouse = sys.argv[1]
catalog = SqlCatalog("pageprobe", uri="sqlite:///" + warehouse + "/catalog.db", warehouse="file://" + warehouse)
table = catalog.load_table("pageprobe.outcomes")
days = [row["partition"]["day"] for row in table.inspect.partitions().to_pylist() if row["record_count"] > 0]
print(json.dumps({"rows": table.scan().to_arrow().to_pylist(), "days": days}, default=str))
`

describe('Iceberg by pyiceberg', function () {
  this.timeout(300_000)
  const python = suitePython('engines')
  const events = publishedEvents()
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-iceberg-'))
  })
  after(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  /** Returns how many rows the program wrote. */
  const load = async (file: string, warehouse: string): Promise<number> => {
    const said = await python.run('iceberg/load.py', [
      '--events',
      file,
      '--warehouse',
      join(folder, warehouse),
    ])
    return Number(/^(\d+) rows written$/m.exec(said)?.[1])
  }
  const read = async (warehouse: string): Promise<{ rows: readonly Row[]; days: readonly string[] }> =>
    JSON.parse(await python.run('-c', [READ, join(folder, warehouse)]))

  const countsOf = (rows: readonly Row[]) => {
    const groups = Map.groupBy(
      rows,
      ({ host, operation, code }) => `${host},${operation ?? ''},${code ?? ''}`,
    )
    return [...groups].map(([group, { length }]) => `${group},${length}`).toSorted()
  }

  function expectAll({ rows, days }: { rows: readonly Row[]; days: readonly string[] }): void {
    expect(countsOf(rows)).to.deep.equal(events().counts)
    expect(rows.filter(({ code }) => code === NOT_FIRST)).to.deep.equal([])
    expect(rows.find(({ id }) => id === MADE)?.result).to.equal('{"title":"first"}')
    expect(rows.find(({ id }) => id === events().repeated)?.code).to.equal(null)
    expect(rows.filter(({ score }) => score !== null).map(({ operation }) => operation)).to.deep.equal([
      ...['seo-audit', 'seo-audit', 'seo-audit'],
    ])
    expect(rows.filter(({ tenant }) => tenant !== null)).to.have.length(1)
    expect([...new Set(days)])
      .to.have.members([...new Set(rows.map(({ day }) => day))])
      .and.include(MADE_DAY)
  }

  it('has each inspection once, from lines of `GET /events` loaded twice', async () => {
    expect(await load(events().lines, 'feed')).to.equal(16)
    expect(await load(events().lines, 'feed')).to.equal(0)
    const { rows, days } = await read('feed')
    expectAll({ rows, days })
    expect(rows.find(({ id }) => id === WITHOUT_VALUE)?.dataref).to.include('/bodies/')
  })

  it('has them from `consume.py`, the whole value of a large one included', async () => {
    const file = join(folder, 'consumed.ndjson')
    await consumeLines(python, events(), 'iceberg', file)
    expect(await load(file, 'consumed')).to.equal(16)
    const answer = await read('consumed')
    expectAll(answer)
    const large = answer.rows.find(({ id }) => id === events().large)
    expect(JSON.parse(large?.result ?? '{}').links).to.have.length(500)
  })

  it('has them in any order of files and pieces, each loaded when it comes', async () => {
    const lines = (await readFile(events().lines, 'utf8')).split('\n').filter((line) => line !== '')
    const parts = [lines.slice(12), lines.slice(0, 12), lines]
    for (const [at, part] of parts.entries()) {
      const file = join(folder, `part-${at}.ndjson`)
      await writeFile(
        file,
        part
          .toReversed()
          .map((line) => `${line}\n`)
          .join(''),
      )
      await load(file, 'parts')
    }
    expectAll(await read('parts'))
  })
})
