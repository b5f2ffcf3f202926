import { expect } from 'chai'
import { errorRows } from '#gateway/documents/page/error-rows.ts'
import { errorCodes } from '#shared/errors.ts'

const rows = errorRows()
const row = (code: string) => rows.find((one) => one.code === code)

describe('rows of errors', () => {
  it('are one for each code, each with a status, a reason and a remedy', () => {
    expect(rows.map(({ code }) => code)).to.deep.equal(Object.keys(errorCodes))
    for (const { code, responses, when, remedy } of rows) {
      expect(responses, code).not.to.be.empty
      expect(when, code).to.match(/\.$/)
      expect(remedy, code).to.match(/\.$/)
    }
  })

  it('have the statuses and shapes of each operation (infra/docs/clients.md#errors)', () => {
    expect(row('TIMEOUT')?.responses).to.deep.equal([
      { status: 408, shape: 'A', operations: ['snapshot', 'performance'] },
      { status: 500, shape: 'B', operations: ['metadata'] },
      { status: 422, shape: 'C', operations: ['seo-audit'] },
    ])
    expect(row('BROWSER_CRASHED')?.responses).to.deep.equal([
      { status: 503, shape: 'A', operations: ['performance'] },
    ])
  })

  it('name no operation where all have the same, or where none is called', () => {
    expect(row('ROBOTS_TXT_BLOCKED')?.responses).to.deep.equal([{ status: 403, shape: 'C', operations: [] }])
    expect(row('NOT_FOUND')?.responses).to.deep.equal([{ status: 404, shape: 'C', operations: [] }])
  })

  it('say each reason once', () => {
    expect(row('UNSUPPORTED_CONTENT')?.when).to.equal('The target responds with something that is no page.')
    for (const { code, when } of rows) {
      const sentences = when.split(/(?<=\.) /)
      expect(new Set(sentences).size, code).to.equal(sentences.length)
    }
  })
})
