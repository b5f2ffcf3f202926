import { expect } from 'chai'
import { appendLines } from '#stages/batch/adapters/postgres/results/result-rows.ts'
import { databaseOfEachTest } from '../database-of-test.ts'

describe('appendLines', () => {
  const postgres = databaseOfEachTest()

  it('stores the lines of several batches, each by the number of its first line', async () => {
    await appendLines(postgres, [
      { batch: 1, first: 5, last: 6, lines: Buffer.from('ü\n\0\n') },
      { batch: 2, first: 1, last: 1, lines: Buffer.from('"\\x41"\n') },
    ])
    const rows = await postgres.query<{ lines: Buffer }>('SELECT * FROM result_rows ORDER BY batch')
    expect(rows.map((row) => ({ ...row, lines: row.lines.toString() }))).to.deep.equal([
      { batch: 1, first: 5, last: 6, lines: 'ü\n\0\n' },
      { batch: 2, first: 1, last: 1, lines: '"\\x41"\n' },
    ])
  })

  it('does nothing without lines', async () => {
    await appendLines(postgres, [])
    expect(await postgres.query('SELECT * FROM result_rows')).to.deep.equal([])
  })
})
