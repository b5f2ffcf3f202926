import { expect } from 'chai'
import { z } from 'zod'
import { answerOf, camelCase } from '#shared/operations/casing.ts'

const schema = z.object({
  first_url: z.string().nullable(),
  crawl: z.object({ max_pages: z.int(), include: z.array(z.string()) }).optional(),
  parameters: z.record(z.string(), z.unknown()),
  waits: z.array(z.object({ delay_ms: z.int().nullable() })).nullable(),
})

describe('answerOf', () => {
  it('has the names and the order of the schema, at every depth', () => {
    const value = {
      waits: [{ delayMs: 5 }, { delayMs: null }],
      parameters: {},
      crawl: { include: ['/a'], maxPages: 1 },
      firstUrl: 'http://a/',
    }
    expect(JSON.stringify(answerOf(schema, value))).to.equal(
      '{"first_url":"http://a/","crawl":{"max_pages":1,"include":["/a"]},"parameters":{},"waits":[{"delay_ms":5},{"delay_ms":null}]}',
    )
  })

  it('keeps null, and leaves out what is absent or not in the schema', () => {
    const value = { firstUrl: null, parameters: {}, waits: null, hash: 'secret' }
    expect(answerOf(schema, value)).to.deep.equal({ first_url: null, parameters: {}, waits: null })
  })

  it('leaves the names within free objects as they are', () => {
    const parameters = { full_page: true, view_port: { device_name: 'x' } }
    expect(answerOf(schema, { firstUrl: null, parameters, waits: [] })).to.deep.include({ parameters })
  })

  it('takes the value in the names of the code', () => {
    expect(['id', 'max_pages', 'not_a_name'].map(camelCase)).to.deep.equal(['id', 'maxPages', 'notAName'])
  })
})
