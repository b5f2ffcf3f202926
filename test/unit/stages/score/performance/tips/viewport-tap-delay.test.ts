import { expect } from 'chai'
import type { LabDocument } from '#shared/messages/payloads/measurement.ts'
import { viewportTapDelay } from '#stages/score/performance/tips/viewport-tap-delay.ts'
import { facts, type Given, labDocument, phone } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const viewport = { width: 375, height: 667, deviceScaleFactor: 2 }
const laidOut = (layoutWidth: number, more: Partial<LabDocument> = {}): Given => ({
  environment: { ...phone, viewport },
  document: labDocument({ layoutWidth, ...more }),
})

tipTester(viewportTapDelay, {
  given: laidOut(376, { viewport: null }),
  says: ['376 px', '375 px', 'no meta viewport', '300 ms'],
  gains: {},
  nearMiss: laidOut(375, { viewport: 'width=device-width' }),
})

describe('tip viewport-tap-delay', () => {
  const message = (given: Given) => viewportTapDelay.find(facts(given))?.message ?? null

  it('names the setting of the page', () => {
    expect(message(laidOut(1024, { viewport: 'width=1024' }))).to.include('viewport "width=1024"')
  })

  it('is not given where no double tap zooms', () => {
    for (const viewport of ['user-scalable=no, width=980', 'width=980,user-scalable = 0'])
      expect(message(laidOut(980, { viewport }))).to.equal(null)
    expect(message(laidOut(980, { touchAction: 'manipulation' }))).to.equal(null)
    expect(message(laidOut(980, { viewport: 'user-scalable=yes' }))).to.be.a('string')
  })

  it('is not given on a desktop, nor where the layout was not measured', () => {
    expect(message({ document: labDocument({ layoutWidth: 2000 }) })).to.equal(null)
    expect(message({ environment: { ...phone, viewport } })).to.equal(null)
  })
})
