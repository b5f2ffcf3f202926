import { runInNewContext, Script } from 'node:vm'
import { expect } from 'chai'
import { consentRules, vitalsLibrary } from '#stages/render/adapters/page-scripts.ts'

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

describe('the vitals library', () => {
  it('is a script that sets what the page is observed with', () => {
    // Its own documentation: the iife build puts all functions on `webVitals`.
    const page = { addEventListener() {}, document: {} }
    runInNewContext(vitalsLibrary(), page)
    expect(page).to.have.property('webVitals').that.includes.keys('onLCP', 'onFCP', 'onTTFB')
  })
})
