import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { metadataFor } from '../pages.ts'

const folder = new URL('../../../../golden/', import.meta.url)

/** Whole pages with the whole result, written by hand; `http.response_size_bytes` is the size of the file. */
describe('golden pages', () => {
  for (const name of readdirSync(folder))
    it(name, () => {
      const html = readFileSync(new URL(`${name}/input.html`, folder))
      const expected = JSON.parse(readFileSync(new URL(`${name}/expected.json`, folder), 'utf8'))
      expected.http.response_size_bytes = html.byteLength
      const headers = { 'content-type': ['text/html'] }
      const answers = { canonicalStatus: null, dominantColor: '#336699' }
      expect(metadataFor(html, { url: expected.url, headers, answers })).to.deep.equal(expected)
    })
})
