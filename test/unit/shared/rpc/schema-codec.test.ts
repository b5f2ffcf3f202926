import { expect } from 'chai'
import { z } from 'zod'
import { Failure } from '#shared/errors.ts'
import { record } from '#shared/rpc/codec.ts'
import { fieldsOf } from '#shared/rpc/schema-codec.ts'

const fields = fieldsOf(
  z.object({
    first_url: z.string().nullable(),
    state: z.enum(['found', 'not_found']),
    waits: z.array(z.object({ delay_ms: z.int().nullable() })),
    note: z.string().optional(),
  }),
  'not understood',
)
const codec = record(fields)

describe('fieldsOf', () => {
  it('encodes and decodes a message with the names of the code', () => {
    const value = { firstUrl: null, state: 'not_found', waits: [{ delayMs: 5 }, { delayMs: null }] } as const
    const message = { firstUrl: null, state: 'NOT_FOUND', waits: [{ delayMs: 5 }, { delayMs: null }] }
    expect(codec.encode(value)).to.deep.equal(message)
    expect(codec.decode(message)).to.deep.equal(value)
  })

  it('decodes an unset field to null or to an absent property', () => {
    expect(codec.decode({ state: 'FOUND', waits: [] })).to.deep.equal({
      firstUrl: null,
      state: 'found',
      waits: [],
    })
  })

  it('rejects a word that the schema does not have', () => {
    expect(() => codec.decode({ state: 'LOST', waits: [] }))
      .to.throw(Failure, 'not understood')
      .with.property('code', 'INTERNAL_ERROR')
  })
})
