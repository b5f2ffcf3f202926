import { expect } from 'chai'
import { outcomeUrl } from '#stages/batch/event-log/result-consumer.ts'

describe('outcomeUrl', () => {
  const url = 'http://one.example/a?b="c"'

  it('is that of a result, of which only the beginning is read', () => {
    const head = JSON.stringify({ operation: 'metadata', parameters: { url: 'other' }, url }).slice(0, -1)
    expect(outcomeUrl(`${head},"result":{ this is no JSON }}`)).to.equal(url)
  })

  it('is that of a failure, and of a request by its parameters', () => {
    expect(outcomeUrl(JSON.stringify({ operation: 'metadata', url, code: 'URL_UNREACHABLE' }))).to.equal(url)
    expect(outcomeUrl(JSON.stringify({ operation: 'metadata', parameters: { url } }))).to.equal(url)
  })

  it('is found in any order of members, also where a text says what a result says', () => {
    const result = { note: ',"result":', url: 'http://other.example/' }
    expect(outcomeUrl(JSON.stringify({ result, url }))).to.equal(url)
    expect(outcomeUrl(JSON.stringify({ parameters: { text: ',"result":' }, url, result }))).to.equal(url)
    expect(outcomeUrl(JSON.stringify({ a: 1, result, url }))).to.equal(url)
  })

  for (const json of ['', 'null', '[]', '{}', '{"url":1}', '{"parameters":null}', '{"a":1,"result":2}', '{'])
    it(`is null for ${json || 'nothing'}`, () => expect(outcomeUrl(json)).to.equal(null))
})
