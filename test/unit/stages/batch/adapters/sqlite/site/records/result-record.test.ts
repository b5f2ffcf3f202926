import { expect } from 'chai'
import {
  auditRecordOf,
  type ResultRecord,
  readResult,
  writeResult,
} from '#stages/batch/adapters/sqlite/site/records/result-record.ts'
import { NumberWriter } from '#stages/batch/adapters/sqlite/site/records/varints.ts'

const plain: ResultRecord = { url: 7, depth: null, code: 0, reason: 0, status: null, ms: null, audit: null }

describe('record of a result', () => {
  for (const [what, record] of Object.entries({
    'a page': { ...plain, depth: 0, ms: 0 },
    'a failure': { ...plain, code: 3, reason: 4, status: 503, depth: 12 },
    'an audit': {
      ...plain,
      audit: {
        ruleVersion: 9,
        overall: 0,
        byCategory: [[1, 10_000]],
        rules: [
          [2, 1],
          [3, 50_000],
        ],
      },
    },
    'an audit without findings': {
      ...plain,
      audit: { ruleVersion: 9, overall: 100, byCategory: [], rules: [] },
    },
  } satisfies Record<string, ResultRecord>)) {
    it(`of ${what} comes back as it was`, () =>
      expect(readResult(writeResult(new NumberWriter(), record))).to.deep.equal(record))
  }

  it('of an audit has scores in hundredths, and names by number', () => {
    const names: string[] = []
    const intern = (text: string) => names.push(text)
    const rule = { id: 'r', category: 'c', severity: 's', title: 't', fix: 'f', docsUrl: 'd', elements: 4 }
    const rules = [{ ...rule, selector: null, snippet: null, message: 'm' }]
    const record = auditRecordOf(
      { ruleVersion: '1.0.0', overall: 88, byCategory: { content: 98.77 }, rules },
      intern,
    )
    expect(record).to.deep.equal({ ruleVersion: 1, overall: 88, byCategory: [[2, 9877]], rules: [[3, 4]] })
    expect(names).to.deep.equal(['1.0.0', 'content', 'r'])
  })
})
