import { expect } from 'chai'
import { explain, explainKey } from '#gateway/console/app/api/remedies.ts'
import { errorCodes } from '#shared/errors.ts'

describe('explanations of errors', () => {
  const unknown = explain({ code: 'SOMETHING_NEW' })

  for (const code of [...Object.keys(errorCodes), 'METADATA_FAILED', 'OFFLINE', 'UNEXPECTED']) {
    it(`say what ${code} means and what to do`, () => {
      const { title, remedy } = explain({ code })
      expect(title).not.to.equal(unknown.title)
      expect(remedy).to.match(/[.]$/)
    })
  }

  it('exist for codes of a newer service', () => {
    expect(unknown.remedy).to.include('request id')
  })

  it('differ for a key that is tried: why it cannot be used, and what to do', () => {
    const codes = ['INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE']
    for (const code of codes) {
      expect(explainKey({ code }), code).not.to.deep.equal(explain({ code }))
      expect(explainKey({ code }).remedy, code).to.match(/\.$/)
    }
    expect(explainKey({ code: 'OFFLINE' })).to.deep.equal(explain({ code: 'OFFLINE' }))
    expect(explainKey({ code: 'toString' })).to.deep.equal(explain({ code: 'toString' }))
  })
})
