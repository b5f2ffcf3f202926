import { expect } from 'chai'
import { initiatorsOf } from '#stages/score/performance/resources/initiators.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'

const by = (path: string, initiatorUrl: string | null) => request(path, { initiatorUrl })

describe('what caused the requests', () => {
  it('is the last request for that URL before', () => {
    const first = by('/a.js', page.url)
    const again = by('/a.js', first.url)
    const last = by('/b.js', first.url)
    const initiators = initiatorsOf([page, first, again, last])
    expect([first, again, last].map((one) => initiators.get(one))).to.deep.equal([page, first, again])
    expect(initiators.get(last)).to.equal(again)
  })

  it('is unknown without its URL, and where only a later request has it', () => {
    const early = by('/b.js', 'https://shop.example.com/a.js')
    expect(initiatorsOf([page, early, by('/a.js', null), request('/old.js')]).size).to.equal(0)
  })
})
