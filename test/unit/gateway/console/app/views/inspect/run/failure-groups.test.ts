import { expect } from 'chai'
import { ApiError } from '#gateway/console/app/api/api-error.ts'
import { failureGroups, problemsOf } from '#gateway/console/app/views/inspect/run/failure-groups.ts'

const failed = (message: string, code: string, status = 400, fields = {}) =>
  ({ kind: 'failed', error: new ApiError(message, { code, status, fields }) }) as const

describe('console: failures of several checks', () => {
  it('of one reason are one, whatever the codes of the operations are', () => {
    const groups = failureGroups({
      snapshot: failed('The target refused the connection', 'URL_UNREACHABLE', 502),
      metadata: failed('The target refused the connection', 'METADATA_FAILED', 500),
      performance: failed('The page answered with HTTP status 404', 'PAGE_LOAD_FAILED', 502),
      'seo-audit': { kind: 'running', startedAt: 0 },
    })
    expect(groups.map(({ checks }) => checks)).to.deep.equal([['snapshot', 'metadata'], ['performance']])
    expect(groups[0]?.error.code).to.equal('URL_UNREACHABLE')
  })

  it('of a limit are those of each operation, which have limits of their own', () => {
    const limit = failed('Daily limit reached', 'RATE_LIMIT_EXCEEDED', 429)
    expect(failureGroups({ snapshot: limit, metadata: limit })).to.have.length(2)
  })

  it('of missing scopes are one', () => {
    const states = {
      snapshot: failed('The key lacks the scope snapshot', 'INSUFFICIENT_PERMISSIONS', 403),
      metadata: failed('The key lacks the scope metadata', 'INSUFFICIENT_PERMISSIONS', 403),
    }
    expect(failureGroups(states).map(({ checks }) => checks)).to.deep.equal([['snapshot', 'metadata']])
  })

  it('mark the fields that any of them names', () => {
    const states = {
      snapshot: failed('a', 'VALIDATION_ERROR', 400, { url: 'no URL' }),
      metadata: failed('b', 'VALIDATION_ERROR', 400, { max_links: 'too many' }),
    }
    expect(problemsOf(states)).to.deep.equal({ url: 'no URL', max_links: 'too many' })
    expect(problemsOf({ ...states, performance: { kind: 'running', startedAt: 0 } })).to.deep.equal({})
  })
})
