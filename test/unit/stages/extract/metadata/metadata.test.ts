import { expect } from 'chai'
import type { MetadataGroup } from '#shared/operations/metadata.ts'
import { groups } from '#stages/extract/metadata/groups.ts'
import { factsOf, fetched, metadataFor } from '../pages.ts'

const constant = ['url', 'final_url', 'fetched_at', 'extraction']
const basic = 'title description language charset canonical keywords author publisher'.split(' ')

/** The field groups of `infra/docs/clients.md#field-groups`. */
const keys: Readonly<Record<MetadataGroup, readonly string[]>> = {
  basic,
  og: ['og', 'site_name'],
  twitter: ['twitter'],
  schema: ['schema_org_summary'],
  media: ['images', 'truncated'],
  icons: ['icons'],
  links: ['links', 'truncated'],
  http: ['http'],
  indexability: ['indexability'],
  counters: ['content'],
  tier1: [
    ...basic,
    'og',
    'site_name',
    'twitter',
    'viewport',
    'theme_color',
    'generator',
    'robots',
    'manifest_url',
  ],
  tier2: ['content', 'images', 'links', 'truncated', 'schema_org_summary'],
  tier3: ['dominant_color', 'social_handles', 'tech_stack'],
  all: [
    ...basic,
    ...'og site_name twitter viewport theme_color generator robots manifest_url content images links truncated'.split(
      ' ',
    ),
    ...'schema_org_summary dominant_color social_handles tech_stack icons http indexability'.split(' '),
  ],
}

describe('result of GET /metadata', () => {
  it('has the groups of the contract', () => expect(Object.keys(groups)).to.have.members(Object.keys(keys)))

  for (const group of Object.keys(keys) as MetadataGroup[])
    it(`${group}: exactly its keys, on an empty page too`, () => {
      for (const html of ['', '<title>x</title><a href=/>x</a>'])
        expect(Object.keys(metadataFor(html, { groups: [group] }))).to.have.members([
          ...constant,
          ...keys[group],
        ])
    })

  it('combines groups', () => {
    const result = metadataFor('', { groups: ['twitter', 'http', 'media', 'links'] })
    expect(Object.keys(result)).to.have.members([
      ...constant,
      'twitter',
      'http',
      'images',
      'links',
      'truncated',
    ])
  })

  it('has null for missing texts', () => {
    expect(metadataFor('', { groups: ['tier1'] })).to.include({
      title: null,
      description: null,
      site_name: null,
      language: null,
      keywords: null,
      author: null,
      publisher: null,
      canonical: null,
      viewport: null,
      theme_color: null,
      generator: null,
      robots: null,
      manifest_url: null,
      charset: 'UTF-8',
    })
  })

  it('reports the HTTP response', () => {
    const headers = { 'content-type': ['text/html'], etag: ['"x"'], 'cache-control': ['no-cache', 'private'] }
    expect(metadataFor('héllo', { groups: ['http'], headers, status: 404 }).http).to.deep.equal({
      final_url: 'https://www.example.com/a/page',
      status: 404,
      content_type: 'text/html',
      response_size_bytes: 6,
      etag: '"x"',
      cache_control: 'no-cache, private',
      redirect_chain: [],
    })
  })

  it('survives structured clone and JSON', () => {
    const facts = factsOf('<title>x</title><h1>y</h1>')
    expect(structuredClone(facts)).to.deep.equal(facts)
    const result = metadataFor('<title>x</title>')
    expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result)
  })

  it('reports the URL as the caller wrote it, and the time', () => {
    const page = fetched('')
    expect(metadataFor('', { groups: ['http'] })).to.include({ url: page.url, fetched_at: page.fetchedAt })
    expect(metadataFor('').extraction).to.deep.equal({ method: 'raw_html', ua_family: 'desktop' })
  })
})
