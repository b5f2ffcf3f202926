import { expect } from 'chai'
import { listBody, statusBody } from '#gateway/routes/batches/response-bodies.ts'
import { someStatus, someSummary } from '#test/contract/batches.ts'

describe('response-bodies', () => {
  it('has the fields of the contract in a status', () => {
    const { id, state, counts, rejected, createdAt } = someStatus
    expect(statusBody(someStatus)).to.deep.equal({
      id,
      state,
      counts,
      rejected,
      created_at: createdAt,
      finished_at: null,
    })
  })

  it('has hosts when they were requested', () => {
    const hosts = [{ host: 'a.example', waiting: 3, running: 1 }]
    expect(statusBody({ ...someStatus, hosts })).to.deep.include({ hosts })
    expect(statusBody({ ...someStatus, hosts: [] })).to.deep.include({ hosts: [] })
  })

  it('lists batches without their rejected lines, with a cursor when there are more', () => {
    const { id, state, counts, createdAt } = someSummary
    const one = { id, state, counts, created_at: createdAt, finished_at: null }
    expect(listBody({ batches: [someSummary], next: 36 })).to.deep.equal({ batches: [one], next: '1.10' })
    expect(listBody({ batches: [], next: null })).to.deep.equal({ batches: [], next: null })
  })
})
