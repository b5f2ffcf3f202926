import { expect } from 'chai'
import {
  breadcrumb,
  hostOf,
  openGraphCard,
  socialCard,
} from '#gateway/console/app/views/inspect/results/metadata/cards.ts'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'

const page = {
  url: 'https://www.a.example/',
  final_url: 'https://www.a.example/x',
  title: 'Title',
  description: 'Text',
}
const of = (more: object) => ({ ...page, ...more }) as unknown as MetadataResult
const og = {
  title: 'OG title',
  description: null,
  image: 'https://a.example/o.png',
  url: null,
  type: null,
  site_name: null,
}
const twitter = { card: 'summary_large_image', title: 'X title', description: null, image: null, site: null }

describe('cards', () => {
  it('of Open Graph take from the page what its tags do not say', () => {
    expect(openGraphCard(of({ og }))).to.deep.equal({
      title: 'OG title',
      description: 'Text',
      image: 'https://a.example/o.png',
      host: 'a.example',
      layout: 'large',
    })
  })

  it('of X fall back on Open Graph, and are small unless the page asks for a large one', () => {
    expect(socialCard(of({ og, twitter }))).to.deep.equal({
      title: 'X title',
      description: 'Text',
      image: 'https://a.example/o.png',
      host: 'a.example',
      layout: 'large',
    })
    expect(socialCard(of({ og })).layout).to.equal('small')
    expect(socialCard(of({})).title).to.equal('Title')
  })

  it('name the host', () => {
    expect(hostOf('https://www.a.example:8443/b')).to.equal('a.example:8443')
    expect(hostOf('not an address')).to.equal('')
  })

  it('show the path as steps', () => {
    expect(breadcrumb('https://a.example/b%20c/d?e')).to.equal('https://a.example › b c › d')
    expect(breadcrumb('https://a.example/%ff')).to.equal('https://a.example › %ff')
    expect(breadcrumb('?')).to.equal('?')
  })
})
