import { expect } from 'chai'
import { callParameters, hrefOf, parseRoute, shownParameters } from '#gateway/console/app/state/address.ts'

describe('addresses of the console', () => {
  it('have a path and parameters', () => {
    const { path, parameters } = parseRoute(
      '#/inspect/seo-audit?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc&device=mobile',
    )
    expect(path).to.deep.equal(['inspect', 'seo-audit'])
    expect(Object.fromEntries(parameters)).to.deep.equal({ url: 'https://a.example/?b=c', device: 'mobile' })
  })

  for (const hash of ['', '#', '#/', '#key=x', '#elsewhere']) {
    it(`lead to the first view: ${JSON.stringify(hash)}`, () => {
      expect(parseRoute(hash).path).to.deep.equal(['inspect'])
    })
  }

  it('are restored from what was written', () => {
    const href = hrefOf(['batches', 'a/b?c'], { text: '100 % & "more" #1', none: undefined, empty: '' })
    const { path, parameters } = parseRoute(href)
    expect(path).to.deep.equal(['batches', 'a/b?c'])
    expect([...parameters]).to.deep.equal([['text', '100 % & "more" #1']])
    expect(hrefOf(['health'])).to.equal('#/health')
  })

  it('with a wrong escape keep it as text', () => {
    expect(parseRoute('#/batches/%E0%A4%A').path).to.deep.equal(['batches', '%E0%A4%A'])
  })

  it('have parameters of the API, and others that say what is shown', () => {
    const { parameters } = parseRoute('#/inspect/seo-audit?url=u&show_text=a&device=mobile')
    expect(callParameters(parameters)).to.deep.equal({ url: 'u', device: 'mobile' })
    expect(shownParameters(parameters)).to.deep.equal({ show_text: 'a' })
  })
})
