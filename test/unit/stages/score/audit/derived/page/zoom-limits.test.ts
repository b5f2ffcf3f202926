import { expect } from 'chai'
import { viewports, zoomLimits } from '#stages/score/audit/derived/page/zoom-limits.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The least scale of the settings of an element with that content. */
const limitOf = (content: string) => {
  const html = `<meta name="Viewport" content="${content}">`
  const scales = zoomLimits(auditFacts({ html }).document).map(({ scale }) => scale)
  return Math.min(...scales)
}

describe('limits of zooming (CSS Viewport, section 3)', () => {
  for (const [content, scale] of [
    ['width=device-width', Number.POSITIVE_INFINITY],
    ['maximum-scale', Number.POSITIVE_INFINITY],
    ['maximum-scale=3,user-scalable=yes', 3],
    ['maximum-scale=device-width', 10],
    ['maximum-scale=-1', Number.POSITIVE_INFINITY],
    ['maximum-scale=big', 1],
    ['user-scalable=no', 1],
    ['user-scalable=0', 1],
    ['user-scalable=0.5', 1],
    ['user-scalable=1', Number.POSITIVE_INFINITY],
    ['user-scalable=-1', Number.POSITIVE_INFINITY],
    ['user-scalable=device-height', Number.POSITIVE_INFINITY],
    ['USER-SCALABLE=NO; maximum-scale=5', 1],
    ['width=device-width user-scalable=no', 1],
    ['width=device-width maximum-scale = 3', 3],
    ['maximum-scale==3', 3],
    ['maximum-scale=, user-scalable=yes', Number.POSITIVE_INFINITY],
    ['maximum-scale by=3', 3],
    ['maximum-scale=3=1', 3],
    ['maximum-scale=1, maximum-scale=5', 5],
    ['maximum-scale=5, maximum-scale=1', 1],
    ['max-maximum-scale=1', Number.POSITIVE_INFINITY],
  ] as const) {
    it(`"${content}" lets people zoom up to ${scale}`, () => expect(limitOf(content)).to.equal(scale))
  }

  it('name their setting', () => {
    const html = '<meta name=viewport content="Maximum-Scale=4, user-scalable=no">'
    const settings = zoomLimits(auditFacts({ html }).document).map(({ setting }) => setting)
    expect(settings).to.deep.equal(['maximum-scale=4', 'user-scalable=no'])
  })

  it('are read in time from hostile content', () => {
    expect(limitOf('a'.repeat(100_000))).to.equal(Number.POSITIVE_INFINITY)
    expect(limitOf('a '.repeat(100_000))).to.equal(Number.POSITIVE_INFINITY)
  })

  it('are those of viewport elements with content alone (HTML Standard, 4.2.5.1)', () => {
    const html =
      '<meta name=other content="maximum-scale=1"><meta name=" viewport" content=""><meta name=viewport>'
    expect(viewports(auditFacts({ html }).document)).to.deep.equal([])
    expect(viewports(auditFacts({ html: '<meta name=VIEWPORT content>' }).document)).to.have.length(1)
  })
})
