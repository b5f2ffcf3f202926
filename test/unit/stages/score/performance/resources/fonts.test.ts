import { expect } from 'chai'
import type { LabFont } from '#shared/messages/payloads/measurement.ts'
import { hidingFonts } from '#stages/score/performance/resources/fonts.ts'
import { labDocument, request } from '#test/support/performance/lab-measurement.ts'

const file = (path: string) => request(path, { kind: 'font' })
const face = (display: string, ...paths: string[]): LabFont => ({
  ...{ family: 'Inter', display },
  urls: paths.map((path) => request(path).url),
})
/** The path of the file of each font that hides its text; null when unknown. */
function hiding(fonts: readonly LabFont[], ...files: string[]): (string | null)[] {
  const found = hidingFonts({ document: labDocument({ fonts }), requests: files.map(file) })
  return found.map(({ request }) => request && new URL(request.url).pathname)
}

describe('hidingFonts', () => {
  it('are those with the display auto or block', () => {
    const fonts = ['auto', 'block', 'swap', 'fallback', 'optional'].map((display) =>
      face(display, `/${display}`),
    )
    const files = fonts.map(({ display }) => `/${display}`)
    expect(hiding(fonts, ...files)).to.deep.equal(['/auto', '/block'])
  })

  it('have the format that was loaded', () => {
    expect(hiding([face('auto', '/a.woff2', '/a.ttf')], '/b.woff2', '/a.ttf')).to.deep.equal(['/a.ttf'])
  })

  it('have a remaining file where the style sheet of another origin does not tell, and all its fonts hide text', () => {
    const fonts = [face('auto'), face('swap', '/own'), face('block')]
    expect(hiding(fonts, '/own', '/one', '/two')).to.deep.equal(['/one', '/two'])
    expect(hiding([...fonts, face('swap')], '/own', '/one', '/two')).to.deep.equal([null, null])
  })

  it('have no file that was not loaded', () => {
    const failed = request('/a', { kind: 'font', status: 404 })
    const document = labDocument({ fonts: [face('auto', '/a'), face('auto')] })
    const found = hidingFonts({ document, requests: [failed] })
    expect(found.map((font) => font.request)).to.deep.equal([null, null])
  })

  it('are none where the document was not described', () => {
    expect(hidingFonts({ document: null, requests: [] })).to.deep.equal([])
    expect(hidingFonts({ requests: [] })).to.deep.equal([])
  })
})
