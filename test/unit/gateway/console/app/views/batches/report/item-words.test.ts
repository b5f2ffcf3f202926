import { expect } from 'chai'
import { itemTexts, itemWords } from '#gateway/console/app/views/batches/report/item-words.ts'

describe('words of an item', () => {
  it('a broken link: its page, its status, and where it is linked', () => {
    const sources = [{ url: 'http://a.example/', text: 'here' }]
    expect(itemWords({ url: 'http://a.example/x', status: 404, sources, sources_total: 25 })).to.deep.equal({
      value: null,
      urls: ['http://a.example/x'],
      total: 1,
      details: ['status 404'],
      sources,
      sourcesTotal: 25,
    })
  })

  it('a group: what its pages have in common, and how many there are', () => {
    const urls = ['http://a.example/1', 'http://a.example/2']
    expect(itemWords({ value: 'Home', urls, urls_total: 120 })).to.deep.include({
      value: 'Home',
      urls,
      total: 120,
    })
    expect(itemWords({ urls, similarity: 0.83 })).to.deep.include({ total: 2, details: ['similarity 0.83'] })
  })

  it('a list is a way from one to the next', () => {
    expect(itemWords({ url: 'a', redirect_chain: ['b', 'c'], status: null }).details).to.deep.equal([
      'redirect chain b → c',
    ])
  })

  it('the rule of a change is none of them', () => {
    expect(itemWords({ rule_id: 'image-alt', url: 'a' }).details).to.deep.equal([])
    expect(itemWords({ id: 'site-broken-link', url: 'a' }).details).to.deep.equal([])
  })

  it('a filter looks in all of them', () => {
    const sources = [{ url: 'http://a.example/', text: 'here' }]
    expect(itemTexts({ url: 'x', status: 404, sources })).to.deep.equal([
      '',
      'x',
      'status 404',
      'http://a.example/',
      'here',
    ])
  })
})
