import { expect } from 'chai'
import { parseReportQuery } from '#gateway/routes/batches/queries.ts'
import { BRANDING_CHARS, brandingFields, brandingOf } from '#gateway/routes/batches/report/branding.ts'
import { Failure } from '#shared/errors.ts'

const SVG = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`

describe('branding of a report', () => {
  it('is none unless it is given', () => {
    const none = { title: null, client: null, logo: null }
    expect(parseReportQuery('').branding).to.deep.equal(none)
    expect(brandingOf({ title: ' \u202e\u0000 ', client: '' })).to.deep.equal(none)
  })

  it('is texts on one line without characters that cannot be seen, and a logo', () => {
    const query = new URLSearchParams({ title: ' Audit\u202e\n2026 ', client: 'Müller & <Co>', logo: SVG })
    const { title, client, logo } = parseReportQuery(query.toString()).branding
    expect([title, client]).to.deep.equal(['Audit 2026', 'Müller & <Co>'])
    expect(logo).to.match(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/)
  })

  it('has bounds for its texts', () => {
    for (const field of [brandingFields.title, brandingFields.client]) {
      expect(field.safeParse('x'.repeat(BRANDING_CHARS)).success).to.equal(true)
      expect(field.safeParse('x'.repeat(BRANDING_CHARS + 1)).success).to.equal(false)
    }
  })

  it('is refused by the name of what is wrong', () => {
    const wrong = { title: 'x'.repeat(201), client: 'x'.repeat(201), logo: 'https://a.test/x.png' }
    for (const [name, value] of Object.entries(wrong)) {
      const query = new URLSearchParams({ [name]: value }).toString()
      const failure = failureOf(() => parseReportQuery(query))
      expect(failure.code).to.equal('VALIDATION_ERROR')
      expect(JSON.stringify(failure.details)).to.include(`"${name}"`)
    }
  })
})

function failureOf(call: () => unknown): Failure {
  try {
    call()
  } catch (error) {
    if (error instanceof Failure) return error
  }
  throw new Error('There was no failure')
}
