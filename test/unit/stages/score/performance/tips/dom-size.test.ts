import { expect } from 'chai'
import { domSize } from '#stages/score/performance/tips/dom-size.ts'
import { facts, labDocument } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const large = { depth: 33, deepest: '#app>p', mostChildren: 900, mostChildrenOf: 'ul.list' }

tipTester(domSize, {
  given: {
    document: labDocument({ elements: 1401, ...large }),
    mainThread: [
      { url: null, kind: 'style_layout', ms: 80 },
      { url: 'https://shop.example.com/app.js', kind: 'style_layout', ms: 40.4 },
      { url: null, kind: 'paint', ms: 500 },
    ],
  },
  says: ['1,401 elements', '33 levels', '#app>p', '900 children in ul.list', '120 ms'],
  gains: {},
  nearMiss: { document: labDocument({ elements: 1400, ...large }) },
})

describe('tip dom-size', () => {
  it('says that there are more elements than were counted, and no time that was not measured', () => {
    const document = labDocument({ elements: 20_000, isCutOff: true })
    const message = domSize.find(facts({ document }))?.message
    expect(message).to.include('at least 20,000 elements').and.not.include('Styles')
  })

  it('is not given where the elements were not counted', () => {
    expect(domSize.find(facts({ document: null }))).to.equal(null)
    expect(domSize.find(facts())).to.equal(null)
  })
})
