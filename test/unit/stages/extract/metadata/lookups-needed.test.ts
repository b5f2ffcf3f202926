import { expect } from 'chai'
import type { MetadataGroup } from '#shared/operations/metadata.ts'
import { canonicalStatus, metadataLookups } from '#stages/extract/metadata/lookups-needed.ts'
import { factsOf, fetched } from '../pages.ts'

const canonicalOf = (href: string, ...groups: MetadataGroup[]) => {
  const html = `<link rel=canonical href="${href}">`
  return metadataLookups(factsOf(html), fetched(html), groups).canonical
}

describe('metadataLookups', () => {
  it('probes the canonical URL of another page, for groups that tell its status', () => {
    const url = 'https://www.example.com/other'
    expect([canonicalOf('/other', 'basic'), canonicalOf('/other', 'indexability')]).to.deep.equal([url, url])
    expect(canonicalOf('/other', 'media')).to.equal(null)
  })

  it('probes neither the page itself nor what is no web address', () => {
    for (const href of ['/a/page', '/a/page#top', 'mailto:x@example.com', 'http://['])
      expect(canonicalOf(href, 'all'), href).to.equal(null)
  })
})

describe('canonicalStatus', () => {
  const answers = { canonicalStatus: 301, dominantColor: null }
  const page = fetched('', { status: 203 })
  const canonical = { href: 'https://www.example.com/', isUsable: true, isSelf: false }

  it('is the status of the page where it is its own canonical, else the answer of the probe', () => {
    expect(canonicalStatus({ ...canonical, isSelf: true }, page, answers)).to.equal(203)
    expect(canonicalStatus(canonical, page, answers)).to.equal(301)
    expect(canonicalStatus(null, page, answers)).to.equal(null)
  })
})
