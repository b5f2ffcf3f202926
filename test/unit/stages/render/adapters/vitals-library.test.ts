import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { vitalsLibrary } from '#stages/render/adapters/page-scripts.ts'

describe('the vitals library', () => {
  it('is a script that sets what the page is observed with', () => {
    // Its own documentation: the iife build puts all functions on `webVitals`.
    const page = { addEventListener() {}, document: {} }
    runInNewContext(vitalsLibrary(), page)
    expect(page).to.have.property('webVitals').that.includes.keys('onLCP', 'onFCP', 'onTTFB')
  })
})
