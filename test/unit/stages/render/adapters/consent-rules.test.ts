import { Script } from 'node:vm'
import { expect } from 'chai'
import { consentRules } from '#stages/render/adapters/page-scripts.ts'

describe('consent rules', () => {
  it('bring the script that autoconsent documents for browsers driven from outside', () => {
    const { script } = consentRules()
    expect(() => new Script(script)).to.not.throw()
    expect(script).to.include('autoconsentSendMessage').and.to.include('autoconsentReceiveMessage')
  })

  it('are those for the document: other sites have other ones, frames have fewer', () => {
    const { rulesFor } = consentRules()
    const page = rulesFor('https://www.example.com/', true).r.length
    const frame = rulesFor('https://www.example.com/', false).r.length
    expect(page).to.be.above(100)
    expect(frame).to.be.above(0).and.below(page)
    const names = (url: string) => JSON.stringify(rulesFor(url, true).r.map((rule) => rule[1]))
    expect(names('https://www.example.com/')).to.not.equal(names('https://www.tesla.com/'))
  })
})
