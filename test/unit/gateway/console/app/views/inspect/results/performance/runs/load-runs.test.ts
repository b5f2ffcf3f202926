import { expect } from 'chai'
import { ApiError } from '#gateway/console/app/api/api-error.ts'
import { loadRuns } from '#gateway/console/app/views/inspect/results/performance/runs/load-runs.ts'

const URL_ = 'https://shop.test:8443/a'
const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
const result = (hour: number) => ({ run_id: `run-${hour}`, created_at: at(hour) })

/** A service with these inspections; what it has no answer for is gone. */
function serviceWith(inspections: readonly { id: string; url: string }[], answers: Record<string, unknown>) {
  const calls: string[] = []
  const read = async (path: string, query?: Readonly<Record<string, string>>) => {
    calls.push(query === undefined ? path : `${path}?${new URLSearchParams(query)}`)
    if (path === 'inspections') return { inspections }
    const answer = answers[path]
    if (answer === undefined) throw new ApiError('gone', { code: 'NOT_FOUND', status: 404 })
    if (answer instanceof Error) throw answer
    return answer
  }
  return { calls, read }
}

describe('console: loading the runs of a URL', () => {
  it('asks for the performance of the host, and reads those of the same URL', async () => {
    const { calls, read } = serviceWith(
      [
        { id: 'x', url: URL_ },
        { id: 'y', url: 'https://shop.test:8443/b' },
        { id: 'z', url: URL_ },
      ],
      { 'inspections/x': result(3), 'inspections/z': result(1) },
    )
    const runs = await loadRuns(URL_, result(2), read)
    expect(runs.map(({ id }) => id)).to.deep.equal(['run-1', 'run-2', 'run-3'])
    expect(calls).to.deep.equal([
      'inspections?operation=performance&host=shop.test%3A8443&state=done&limit=100',
      'inspections/x',
      'inspections/z',
    ])
  })

  it('skips what is gone', async () => {
    const { read } = serviceWith([{ id: 'gone', url: URL_ }], {})
    expect((await loadRuns(URL_, result(2), read)).map(({ id }) => id)).to.deep.equal(['run-2'])
  })

  it('fails with any other failure', async () => {
    const failure = new ApiError('busy', { code: 'SERVICE_UNAVAILABLE', status: 503 })
    const { read } = serviceWith([{ id: 'x', url: URL_ }], { 'inspections/x': failure })
    const outcome = await loadRuns(URL_, result(2), read).catch((error: unknown) => error)
    expect(outcome).to.equal(failure)
  })

  it('reads at most the 20 latest', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, url: URL_ }))
    const { calls, read } = serviceWith(many, {})
    await loadRuns(URL_, result(2), read)
    expect(calls.slice(1).sort()).to.deep.equal(
      many
        .slice(0, 20)
        .map(({ id }) => `inspections/${id}`)
        .sort(),
    )
  })
})
