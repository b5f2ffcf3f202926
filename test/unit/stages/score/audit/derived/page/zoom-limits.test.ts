import { expect } from 'chai'
import { zoomLimits } from '#stages/score/audit/derived/page/zoom-limits.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const limitOf = (content: string) => {
  const html = `<meta name=" Viewport " content="${content}">`
  return zoomLimits(auditFacts({ html }).document)[0]
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
  ] as const) {
    it(`"${content}" lets people zoom up to ${scale}`, () => expect(limitOf(content)?.scale).to.equal(scale))
  }

  it('name the setting that limits most', () => {
    expect(limitOf('maximum-scale=4, user-scalable=no')?.setting).to.equal('user-scalable=no')
    expect(limitOf('width=device-width')?.setting).to.equal('')
  })

  it('are those of viewport elements alone', () => {
    expect(
      zoomLimits(auditFacts({ html: '<meta name=other content="maximum-scale=1">' }).document),
    ).to.deep.equal([])
  })
})
