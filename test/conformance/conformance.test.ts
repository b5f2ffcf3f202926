import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Expected, expectedOf, type Figures, reportOf } from './report.ts'
import { passed, type Suite } from './suite.ts'
import { quickSuites, suites } from './suites.ts'

const SHORTEST_REASON = 15
const PAGE = 'infra/docs/conformance.md'

/** The figures of the table in the page, by suite. */
function publishedFigures(): Record<string, Figures> {
  const rows = readFileSync(PAGE, 'utf8').matchAll(
    /^\| `([\w-]+)` \|[^|]*\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|/gm,
  )
  const number = (text = '') => Number(text.replaceAll(',', ''))
  return Object.fromEntries(
    [...rows].map(([, name, cases, ok, failed, leftOut]) => [
      name,
      { cases: number(cases), passed: number(ok), failed: number(failed), leftOut: number(leftOut) },
    ]),
  )
}

describe('public suites', () => {
  for (const suite of quickSuites) {
    it(`${suite.name} comes out as expected`, async () => {
      expect((await reportOf(suite)).complaints).to.deep.equal([])
    })
  }

  it('have their figures in the documents', () => {
    const figures = suites.map((suite) => [suite.name, expectedOf(suite).figures])
    expect(publishedFigures()).to.deep.equal(Object.fromEntries(figures))
  })

  it('have a reason for each case that fails', () => {
    for (const suite of suites) {
      const { failures, figures } = expectedOf(suite)
      expect(failures.filter(({ reason }) => reason.length < SHORTEST_REASON)).to.deep.equal([])
      expect(
        failures.flatMap(({ cases }) => cases),
        suite.name,
      ).to.have.length(figures.failed)
    }
  })
})

describe('the report of a suite', () => {
  const failed = { kind: 'failed', difference: 'expected 1, got 2' } as const
  const suite: Suite = {
    name: 'none',
    source: 'this test',
    run: () => [
      { id: 'a', verdict: passed },
      { id: 'b', verdict: failed },
    ],
  }
  const figures = { cases: 2, passed: 1, failed: 1, leftOut: 0 }
  const complaintsWith = async (cases: readonly string[], more: Partial<Figures> = {}) => {
    const expected: Expected = { figures: { ...figures, ...more }, failures: [{ reason: 'known', cases }] }
    return (await reportOf(suite, expected)).complaints
  }

  it('has no complaint about what is expected', async () => {
    expect(await complaintsWith(['b'])).to.deep.equal([])
  })

  it('complains of a case that fails, of one that does no longer, and of one that is none', async () => {
    expect((await complaintsWith([])).join())
      .to.include('b fails')
      .and.include('got 2')
    expect((await complaintsWith(['a', 'b'])).join()).to.include('a is known to fail, and does not')
    expect((await complaintsWith(['b', 'c'])).join()).to.include('c is known to fail, and is no case')
  })

  it('complains of other figures', async () => {
    expect((await complaintsWith(['b'], { cases: 3 })).join()).to.include('the figures are')
  })
})
