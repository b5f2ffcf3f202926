import { expect } from 'chai'
import { makeKeyTurns } from '#gateway/access/key-turns.ts'
import type { Share } from '#gateway/routes/batches/shares/share-store.ts'
import { makeSharedReports } from '#gateway/routes/batches/shares/shared-reports.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Batches } from '#shared/ports/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { recordedReport } from '../report/recorded-report.ts'

const share: Share = {
  id: 'a',
  batch: { id: 'batch', owner: 'firm' },
  compare: null,
  branding: { title: 'Audit', client: null, logo: null },
}
const report = JSON.stringify(recordedReport)

describe('makeSharedReports', () => {
  function shown(answer: Batches['report'] = async () => report) {
    const [reports, printed] = [[] as unknown[], [] as string[]]
    const shared = makeSharedReports({
      batches: {
        report: (batch, query) => {
          reports.push([batch, query.compare])
          return answer(batch, query)
        },
      },
      siteHistory: { get: async () => null },
      printing: {
        async print(html) {
          printed.push(html)
          return (async function* () {
            yield Buffer.from('%PDF')
            yield Buffer.from('-1.4')
          })()
        },
      },
      printTurns: makeKeyTurns({ limit: 1, maxWaiting: 0 }),
      closing: new AbortController().signal,
    })
    return { ...shared, reports, printed }
  }

  it('makes the report with the rights of the owner, without links that need a key', async () => {
    const { html, reports } = shown()
    const text = String(await html(share))
    expect(reports).to.deep.equal([[share.batch, null]])
    expect(text).to.include('Audit').and.include('name="robots" content="noindex"')
    expect(text).not.to.include('/#/')
  })

  it('makes one report and one PDF for all who look at a share at the same time, and within a minute', async () => {
    const { html, pdf, reports, printed } = shown()
    await Promise.all(Array.from({ length: 20 }, () => Promise.all([html(share), pdf(share)])))
    expect(String(await pdf(share))).to.equal('%PDF-1.4')
    expect([reports.length, printed]).to.deep.equal([1, [String(await html(share))]])
    await html({ ...share, id: 'another' })
    expect(reports).to.have.length(2)
  })

  it('shows the report without changes when the earlier batch is gone', async () => {
    const { html, reports } = shown(async (_, { compare }) => {
      if (compare !== null) throw new Failure('VALIDATION_ERROR', 'There is no batch to compare with')
      return report
    })
    await html({ ...share, compare: 'earlier' })
    expect(reports).to.deep.equal([
      [share.batch, 'earlier'],
      [share.batch, null],
    ])
  })

  it('keeps no failure', async () => {
    let answer: Batches['report'] = async () => {
      throw unavailable('batches')
    }
    const { html } = shown((...asked) => answer(...asked))
    expect(await rejectionOf(html(share))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    answer = async () => null
    expect(await rejectionOf(html(share))).to.include({ code: 'NOT_FOUND' })
    answer = async () => report
    expect(await html(share)).not.to.have.length(0)
  })
})
