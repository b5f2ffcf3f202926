import { expect } from 'chai'
import {
  auditRecordOf,
  type ResultRecord,
  readResult,
  renumberResult,
  writeResult,
} from '#stages/batch/site/records/result-record.ts'
import { NumberWriter } from '#stages/batch/site/records/varints.ts'
import { failedRule } from '../../adapters/sqlite/site/page-facts.ts'

const plain: ResultRecord = { url: 7, depth: null, code: 0, reason: 0, status: null, ms: null, audit: null }

const most = Number.MAX_SAFE_INTEGER

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
        undecided: [4, 5],
        points: [125, 0],
      },
    },
    'the largest numbers': {
      ...plain,
      ...{ url: most, depth: most - 1, code: most, reason: most, status: 599, ms: 999_999_999 },
      audit: {
        ...{ ruleVersion: most, overall: 100, byCategory: [[most, 10_000]] },
        rules: Array.from({ length: 500 }, (_, at) => [2 ** 40 + at, most] as const),
        undecided: Array.from({ length: 500 }, (_, at) => 2 ** 40 + at),
        points: Array.from({ length: 500 }, () => 10_000),
      },
    },
    'an audit without findings': {
      ...plain,
      audit: { ruleVersion: 9, overall: 100, byCategory: [], rules: [], undecided: [], points: [] },
    },
  } satisfies Record<string, ResultRecord>)) {
    it(`of ${what} comes back as it was`, () =>
      expect(readResult(writeResult(new NumberWriter(), record))).to.deep.equal(record))
  }

  it('of a former version has neither undecided rules nor points: it ends before them', () => {
    const audit = {
      ruleVersion: 9,
      overall: 80,
      byCategory: [],
      rules: [[2, 1]],
      undecided: [],
      points: [],
    } as const
    const whole = writeResult(new NumberWriter(), { ...plain, audit })
    expect(readResult(whole.subarray(0, -2))).to.deep.equal({ ...plain, audit })
  })

  it('of an audit has scores in hundredths, and names by number', () => {
    const names: string[] = []
    const intern = (text: string) => names.push(text)
    const rules = [failedRule('r', { elements: 4, points: 1.57 })]
    const record = auditRecordOf(
      { ruleVersion: '1.0.0', overall: 88, byCategory: { content: 98.77 }, rules, undecided: ['u'] },
      intern,
    )
    expect(record).to.deep.equal({
      ...{ ruleVersion: 1, overall: 88, byCategory: [[2, 9877]], rules: [[3, 4]] },
      undecided: [4],
      points: [157],
    })
    expect(names).to.deep.equal(['1.0.0', 'content', 'r', 'u'])
  })

  it('has other numbers for its texts where that is wanted, and for nothing else', () => {
    const shifted = (text: number) => text + 100
    const audit = {
      ruleVersion: 1,
      overall: 2,
      byCategory: [[3, 4]],
      rules: [[5, 6]],
      undecided: [7],
      points: [7],
    } as const
    expect(renumberResult({ ...plain, depth: 1, ms: 2, audit }, shifted)).to.deep.equal({
      ...{ ...plain, url: 107, depth: 1, ms: 2 },
      audit: {
        ruleVersion: 101,
        overall: 2,
        byCategory: [[103, 4]],
        rules: [[105, 6]],
        undecided: [107],
        points: [7],
      },
    })
    expect(renumberResult({ ...plain, code: 3, reason: 4, status: 503 }, shifted)).to.deep.equal({
      ...{ ...plain, url: 107, code: 103, reason: 104, status: 503 },
    })
  })
})
