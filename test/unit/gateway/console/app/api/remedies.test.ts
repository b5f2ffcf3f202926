import { expect } from 'chai'
import { explain } from '#gateway/console/app/api/remedies.ts'
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
})
