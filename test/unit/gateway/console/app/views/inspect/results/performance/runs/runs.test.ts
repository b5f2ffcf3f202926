import { expect } from 'chai'
import {
  measureOf,
  runsOf,
  sameUrl,
} from '#gateway/console/app/views/inspect/results/performance/runs/runs.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'

function result(run_id: string, created_at: string, value: number | null = 90): Partial<PerformanceResult> {
  return { run_id, created_at, performance_score: { value } as PerformanceResult['performance_score'] }
}

describe('console: runs of the same URL', () => {
  it('are the latest inspections of the URL, however it is written', () => {
    const inspections = [
      { id: '1', url: 'https://a.test/' },
      { id: '2', url: 'https://a.test/other' },
      { id: '3', url: 'https://A.test:443' },
      { id: '4', url: 'no url' },
      { id: '5', url: 'https://a.test/' },
    ]
    expect(sameUrl(inspections, 'https://a.test', 2).map(({ id }) => id)).to.deep.equal(['1', '3'])
    expect(sameUrl(inspections, 'no url', 9).map(({ id }) => id)).to.deep.equal(['4'])
  })

  it('are sorted by time, and a run that the cache answered again counts once', () => {
    const runs = runsOf([
      result('b', '2026-01-02T00:00:00.000Z'),
      result('a', '2026-01-01T00:00:00.000Z'),
      result('b', '2026-01-02T00:00:00.000Z'),
    ])
    expect(runs.map(({ id, time }) => [id, time])).to.deep.equal([
      ['a', Date.UTC(2026, 0, 1)],
      ['b', Date.UTC(2026, 0, 2)],
    ])
  })

  it('leave out what has no time or id, and have null for groups that are absent', () => {
    const [run, ...others] = runsOf([{}, { run_id: 'x' }, result('a', '2026-01-01T00:00:00.000Z', null)])
    expect(others).to.deep.equal([])
    expect(run).to.include({ score: null, device: '', isDisturbed: false })
    expect(run && measureOf(run, 'lcp')).to.equal(null)
  })
})
