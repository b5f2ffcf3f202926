import { expect } from 'chai'
import type { Protocol } from 'puppeteer-core'
import { findInitiator } from '#stages/render/lab/requests/find-initiator.ts'

const known = ['https://a.example/', 'https://a.example/a.js', 'https://a.example/b.js']
const find = (initiator: object | undefined) =>
  findInitiator(initiator as Protocol.Network.Initiator | undefined, (name) =>
    known.includes(name) ? name : null,
  )
const stack = (...urls: string[]) => ({ callFrames: urls.map((url) => ({ url })) })

describe('the initiator of a request', () => {
  it('is the file that names it, without fragment', () => {
    expect(find({ type: 'parser', url: 'https://a.example/#main' })).to.equal('https://a.example/')
  })

  it('is the innermost script that was requested', () => {
    expect(find({ type: 'script', stack: stack('', 'evil.js', known[2] ?? '', known[1] ?? '') })).to.equal(
      known[2],
    )
  })

  it('is the module that imports it, before the script that ran', () => {
    expect(find({ type: 'script', url: known[1], stack: stack(known[2] ?? '') })).to.equal(known[1])
  })

  it('is unknown where nothing that was requested caused it', () => {
    expect(find(undefined)).to.equal(null)
    expect(find({ type: 'other' })).to.equal(null)
    expect(find({ type: 'script', stack: stack('https://b.example/') })).to.equal(null)
  })

  it('is not searched in an endless recursion', () => {
    const deep = [...Array.from({ length: 1000 }, () => 'evil.js'), known[1] ?? '']
    expect(find({ type: 'script', stack: stack(...deep) })).to.equal(null)
  })
})
