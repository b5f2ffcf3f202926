import { expect } from 'chai'
import { isRendered } from '#shared/operations/rendered.ts'

describe('operations that show the page in a browser', () => {
  it('are snapshot and performance', () => {
    const all = ['snapshot', 'metadata', 'performance', 'seo-audit'] as const
    expect(all.filter(isRendered)).to.deep.equal(['snapshot', 'performance'])
  })
})
