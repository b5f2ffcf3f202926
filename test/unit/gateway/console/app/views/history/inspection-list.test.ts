import { expect } from 'chai'
import {
  type InspectionPage,
  type ListedInspection,
  problemInWords,
  refreshMs,
} from '#gateway/console/app/views/history/inspection-list.ts'

const done: ListedInspection = {
  id: '1',
  operation: 'metadata',
  url: 'https://a.example/',
  state: 'done',
  code: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ms: 250,
}
const running: ListedInspection = { ...done, state: 'running', ms: null }

function pageOf(...inspections: ListedInspection[]): InspectionPage {
  return { inspections, next_cursor: null }
}

describe('the list of inspections', () => {
  it('is loaded again soon while one runs, on each page', () => {
    expect(refreshMs(pageOf(done, running), true)).to.equal(2000)
    expect(refreshMs(pageOf(done, running), false)).to.equal(2000)
  })

  it('is loaded again on the newest page alone when all have ended', () => {
    expect(refreshMs(pageOf(done), true)).to.equal(10_000)
    expect(refreshMs(pageOf(done), false)).to.equal(null)
    expect(refreshMs(null, false)).to.equal(10_000)
  })

  it('has the failure in words', () => {
    expect(problemInWords(running)).to.equal('')
    expect(problemInWords(done)).to.equal('')
    expect(problemInWords({ state: 'failed', code: 'URL_UNREACHABLE' })).to.equal(
      'The page cannot be reached',
    )
    expect(problemInWords({ state: 'failed', code: 'SOMETHING_NEW' })).to.equal('It did not work')
  })
})
