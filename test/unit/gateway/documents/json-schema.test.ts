import { expect } from 'chai'
import { z } from 'zod'
import { schemaOf } from '#gateway/documents/json-schema.ts'

describe('JSON Schema of a zod schema', () => {
  it('requires no value that has a default', () => {
    expect(
      schemaOf(z.object({ a: z.string(), b: z.int().min(1).default(2), c: z.string().optional() })),
    ).to.include({
      type: 'object',
    })
    expect(
      schemaOf(z.object({ a: z.string(), b: z.int().default(2), c: z.string().optional() })).required,
    ).to.deep.equal(['a'])
  })

  it('has no bounds of exact integers, and keeps those that are meant', () => {
    expect(schemaOf(z.int())).to.deep.equal({ type: 'integer' })
    expect(schemaOf(z.int().min(1).max(9))).to.deep.equal({ type: 'integer', minimum: 1, maximum: 9 })
  })

  it('has no pattern that repeats a format', () => {
    expect(schemaOf(z.iso.datetime())).to.deep.equal({ type: 'string', format: 'date-time' })
    expect(schemaOf(z.string().regex(/^a$/))).to.deep.equal({ type: 'string', pattern: '^a$' })
  })

  it('has no references: a schema that stands twice is written twice', () => {
    const inner = z.object({ a: z.string() })
    expect(JSON.stringify(schemaOf(z.object({ one: inner, other: inner })))).not.to.match(
      /\$ref|\$schema|\$defs/,
    )
  })
})
