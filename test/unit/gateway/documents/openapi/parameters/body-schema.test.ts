import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { bodySchema } from '#gateway/documents/openapi/parameters.ts'

describe('schema of a snapshot’s body', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const isValid = ajv.compile(bodySchema('snapshot'))
  const url = 'http://shop.example/'

  for (const [more, expected] of [
    [{}, true],
    [{ omitBackground: false }, true],
    [{ omitBackground: true }, false],
    [{ omitBackground: true, format: 'png' }, true],
    [{ omitBackground: true, format: 'webp' }, false],
    [{ omitBackground: false, format: 'jpeg' }, true],
  ] as const) {
    it(`${expected ? 'accepts' : 'rejects'} ${JSON.stringify(more)}`, () => {
      expect(isValid({ url, ...more })).to.equal(expected)
    })
  }
})
