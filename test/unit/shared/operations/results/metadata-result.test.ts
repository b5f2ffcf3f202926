import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { metadataResult } from '#shared/operations/results/metadata-result.ts'

const golden = new URL('../../../../golden/pages/news-article/expected.json', import.meta.url)

describe('metadata result', () => {
  const whole = () => JSON.parse(readFileSync(golden, 'utf8')).metadata

  it('holds for an answer written by hand, and keeps all of it', () => {
    const strict = metadataResult.strict()
    expect(
      strict.parse({ ...whole(), http: { ...whole().http, response_size_bytes: 2371 } }),
    ).to.include.keys(Object.keys(whole()))
  })

  it('needs only what every answer has', () => {
    const { url, final_url, fetched_at, extraction } = whole()
    expect(metadataResult.safeParse({ url, final_url, fetched_at, extraction }).success).to.equal(true)
    for (const absent of ['url', 'final_url', 'fetched_at', 'extraction']) {
      expect(metadataResult.safeParse({ ...whole(), [absent]: undefined }).success, absent).to.equal(false)
    }
  })

  for (const [name, wrong] of Object.entries({
    'a text that is no text': { title: 1 },
    'a content type that is none of the list': { content: { content_type: 'news' } },
    'a time without date': { fetched_at: '12:00' },
    'a handle that is no text': { social_handles: { github: null } },
  })) {
    it(`is not: ${name}`, () => {
      expect(metadataResult.safeParse({ ...whole(), ...wrong }).success).to.equal(false)
    })
  }
})
