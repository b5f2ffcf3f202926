import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { errorStatusOf, errorStatusProblem } from '#shared/operations/error-status.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'

const url = 'https://a.test/'

describe('status of an error in the details of a failure', () => {
  it('is that of the response of the page', () => {
    expect(errorStatusOf({ url, reason: 'overloaded', status_code: 503 })).to.equal(503)
    expect(errorStatusOf({ url, reason: 'empty_response', status_code: 404 })).to.equal(404)
    expect(errorStatusOf({ url, content_type: 'application/json', status_code: 410 })).to.equal(410)
    expect(errorStatusOf([errorStatusProblem(500, 'no')])).to.equal(500)
  })

  it('is none without a response, and where the status is that of a robots.txt, or no error', () => {
    expect(errorStatusOf({ url, reason: 'dns_failure', status_code: null })).to.equal(null)
    expect(errorStatusOf({ url, reason: 'robots_txt_unreachable', status_code: 503 })).to.equal(null)
    expect(errorStatusOf({ url, reason: 'not_renderable', status_code: 200 })).to.equal(null)
    expect(errorStatusOf({ url, content_type: 'image/png' })).to.equal(null)
    const named404 = { ...errorStatusProblem(404, 'no'), expected: 'an HTML page' }
    for (const odd of [null, undefined, 404, '404', [null, 404], [named404], { status_code: '404' }])
      expect(errorStatusOf(odd)).to.equal(null)
  })

  it('is what a measurement received where the browser had nothing to show', () => {
    for (const details of [
      { url, reason: 'empty_response', status_code: 503 },
      { url, content_type: 'application/zip', status_code: 503 },
    ]) {
      const code = 'reason' in details ? 'URL_UNREACHABLE' : 'UNSUPPORTED_CONTENT'
      const reported = reportFailure('performance', new Failure(code, 'nothing', { details }))
      expect(reported).to.include({ code: 'PAGE_LOAD_FAILED', status: 502 })
      expect(reported.details).to.deep.equal([errorStatusProblem(503, 'nothing')])
    }
  })
})
