import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { consumeLines } from '#test/support/analytics/consumed-lines.ts'
import { MADE, MADE_DAY, NOT_FIRST, WITHOUT_VALUE } from '#test/support/analytics/made-records.ts'
import { publishedEvents } from '#test/support/analytics/published-events.ts'
import { suitePython } from '#test/support/service/python.ts'

describe('Parquet by DuckDB', function () {
  this.timeout(120_000)
  const python = suitePython()
  const events = publishedEvents()
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-parquet-'))
  })
  after(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  const consume = async () => {
    const file = join(folder, 'consumed.ndjson')
    await consumeLines(python, events(), 'duckdb', file)
    return file
  }
  const sources = { '`GET /events`': async () => events().lines, '`consume.py`': consume }

  for (const [source, linesOf] of Object.entries(sources)) {
    describe(`lines of ${source}`, () => {
      let parquet: string
      before('write the files', async () => {
        parquet = await mkdtemp(join(folder, 'outcomes-'))
        const args = ['--events', await linesOf(), 'duckdb/flat.sql', '--parquet', parquet]
        // Written twice: the second time replaces the first.
        for (let times = 0; times < 2; times++) await python.run('query.py', args)
      })

      /** Rows as text, with '' for null. */
      const rows = async (query: string): Promise<string[]> => {
        const script = `
import duckdb, sys
for row in duckdb.sql(sys.argv[1].replace("outcomes", "'" + sys.argv[2] + "/**/*.parquet'")).fetchall():
    print(",".join("" if value is None else str(value) for value in row))
`
        const answer = await python.run('-c', [script, query, parquet])
        return answer.split('\n').slice(0, -1)
      }

      it('counts each inspection once, by host, operation and code', async () => {
        const counts = await rows(
          'SELECT host, operation, code, count(*) FROM outcomes GROUP BY ALL ORDER BY ALL',
        )
        expect(counts.toSorted()).to.deep.equal(events().counts)
      })

      it('keeps the first outcome of an id, whatever came first', async () => {
        const ids = `'${events().repeated}', '${MADE}'`
        const kept = await rows(
          `SELECT count(*), count(code), count(result) FROM outcomes WHERE id IN (${ids})`,
        )
        expect(kept).to.deep.equal(['2,0,2'])
        expect(await rows(`SELECT result FROM outcomes WHERE id = '${MADE}'`)).to.deep.equal([
          '{"title":"first"}',
        ])
        expect(await rows(`SELECT id FROM outcomes WHERE code = '${NOT_FIRST}'`)).to.deep.equal([])
      })

      it('has scores, the tenant of a call, and a folder for each day', async () => {
        expect(
          await rows('SELECT DISTINCT operation FROM outcomes WHERE score BETWEEN 1 AND 100'),
        ).to.deep.equal(['seo-audit'])
        expect(await rows('SELECT count(tenant), count(score) FROM outcomes')).to.deep.equal(['1,3'])
        expect(await rows(`SELECT id FROM outcomes WHERE day = '${MADE_DAY}' ORDER BY id`)).to.deep.equal([
          ...[MADE, WITHOUT_VALUE],
        ])
      })

      it('has a row for a value that travels by reference', async () => {
        const large = await rows(
          `SELECT dataref LIKE '%/bodies/%' FROM outcomes WHERE id IN ('${events().large}', '${WITHOUT_VALUE}')`,
        )
        expect(large).to.deep.equal(['True', 'True'])
      })
    })
  }

  it('writes into no folder that has other files', async () => {
    const args = ['--events', events().lines, 'duckdb/flat.sql', '--parquet', '.']
    expect(await python.run('query.py', args).catch(String)).to.include('name another folder')
  })
})
