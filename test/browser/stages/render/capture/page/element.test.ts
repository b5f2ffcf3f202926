import { expect } from 'chai'
import { Failure, type Problem } from '#shared/errors.ts'
import { capture } from '#stages/render/capture/capture.ts'
import { captureFixture, plainSnapshot } from '#test/support/browser/capture-fixture.ts'
import type { TestTab } from '#test/support/browser/test-tab.ts'

describe('capture: an element', () => {
  const studio = captureFixture()

  const wholeIs = async (selector: string, width: number, height: number, color: string) => {
    const picture = await studio.picture('/elements', { selector })
    expect([picture.width, picture.height]).to.deep.equal([width, height])
    const corners = [picture.at(0, 0), picture.at(width - 1, height - 1), picture.at(width >> 1, height >> 1)]
    expect(corners).to.deep.equal([color, color, color])
  }

  it('captures the first match, without its surroundings', () => wholeIs('#plain', 200, 100, '10,20,30'))
  it('of broken pixels has those that are painted', () => wholeIs('#fraction', 101, 50, '1,2,3'))
  it('may be taller than the view, with no header in its middle', () =>
    wholeIs('#tall', 400, 2600, '40,90,20'))
  it('may be wider than the view', () => wholeIs('#wide', 2000, 50, '40,20,90'))
  it('may be at the end of a scroller', () => wholeIs('#inside', 300, 80, '90,20,40'))
  it('may be in open shadow roots', () => wholeIs('.deep', 120, 80, '77,7,177'))
  it('may be far off to the right', () => wholeIs('#right', 100, 100, '7,77,177'))
  it('may appear a little late', () => wholeIs('#late', 50, 60, '5,55,155'))
  it('that is taller than its scroller is shown whole', () => wholeIs('#inside-tall', 300, 2400, '20,40,90'))

  it('has the pixels of the scale', async () => {
    const viewport = { width: 1280, height: 800, deviceScaleFactor: 3 }
    const { width, height } = await studio.picture('/elements', { selector: '#fraction', viewport })
    expect([width, height]).to.deep.equal([302, 151])
  })

  /** The page, where nothing is captured. */
  let opened: TestTab
  before(async () => {
    opened = await studio.open('/elements')
  })
  after(() => opened?.close())
  const failureOf = async (selector: string): Promise<Failure> => {
    const captured = capture(opened.tab, { ...plainSnapshot, selector })
    const failure = await captured.catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(Failure)
    return failure as Failure
  }

  for (const [selector, reason] of [
    ['#nothing', 'No element matches'],
    ['#none', 'not displayed'],
    ['#flat', 'width or height of zero'],
    ['#gone', 'outside'],
  ] as const) {
    it(`${selector} is not found: ${reason}`, async () => {
      const { code, message } = await failureOf(selector)
      expect(code).to.equal('ELEMENT_NOT_FOUND')
      expect(message).to.contain(reason)
    })
  }

  for (const selector of ['div[', '##', 'p:nonsense(', '"', '<b>']) {
    it(`${selector} is no selector`, async () => {
      const { code, details } = await failureOf(selector)
      expect(code).to.equal('VALIDATION_ERROR')
      expect(details).to.have.length(1)
      const [problem] = details as readonly Problem[]
      expect(problem).to.include({ code: 'invalid_string', received: selector })
      expect(problem?.path).to.deep.equal(['selector'])
    })
  }

  it('is searched without running what the selector holds', async () => {
    const { code } = await failureOf(`');document.title='x'//`)
    expect(code).to.equal('VALIDATION_ERROR')
  })
})
