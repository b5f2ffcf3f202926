import { expect } from 'chai'
import { equalTextItems } from '#stages/batch/site/duplicates/equal-texts.ts'
import { siteOf } from '#test/support/site/site-builder.ts'
import { urlsAt } from '#test/support/site/site-rules.ts'

describe('items about equal texts', () => {
  it('have the text and the pages that can be indexed, of the texts that are asked for', () => {
    const same = { title: 'One', h1: 'Two' }
    const site = siteOf({
      pages: { '/a': same, '/b': { ...same, h1: 'Three' }, '/c': { ...same, isNoindex: true } },
    })
    expect([...equalTextItems(site, site.pages.title)]).to.deep.equal([
      { value: 'One', urls: urlsAt('/a', '/b') },
    ])
    expect([...equalTextItems(site, site.pages.h1)]).to.deep.equal([])
  })
})
