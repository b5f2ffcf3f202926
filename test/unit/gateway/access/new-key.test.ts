import { expect } from 'chai'
import { newKeyOf, newKeySchema } from '#gateway/access/new-key.ts'

const keyOf = (input: unknown) => newKeyOf(newKeySchema.parse(input))
const errorsOf = (input: unknown) =>
  newKeySchema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('a new key', () => {
  it('is free and for all operations by default, and an owner by itself', () => {
    expect(keyOf({})).to.deep.equal({
      plan: 'free',
      scopes: ['snapshot', 'metadata', 'performance', 'seo-audit'],
      limits: {},
      metadataTtlSeconds: null,
      label: '',
    })
  })

  it('has what it is given, each scope once', () => {
    const input = {
      plan: 'pro',
      scopes: ['batch', 'metadata', 'batch'],
      limits: { batch: 0, metadata: 7 },
      metadata_ttl_seconds: 0,
      label: 'Größe 😀',
      owner: 'shop@example.com',
      admin: true,
    }
    expect(keyOf(input)).to.deep.equal({
      plan: 'pro',
      scopes: ['batch', 'metadata', 'admin'],
      limits: { batch: 0, metadata: 7 },
      metadataTtlSeconds: 0,
      label: 'Größe 😀',
      owner: 'shop@example.com',
    })
  })

  it('is unthrottled by its switch or by name, and never by default', () => {
    expect(keyOf({}).scopes).to.not.include('unthrottled')
    expect(keyOf({ scopes: ['batch'], unthrottled: true }).scopes).to.deep.equal(['batch', 'unthrottled'])
    expect(keyOf({ scopes: ['unthrottled', 'batch'], unthrottled: true }).scopes).to.deep.equal([
      'unthrottled',
      'batch',
    ])
  })

  for (const [input, message] of [
    [[], ' must be an object'],
    [{ plan: 'gold' }, 'plan must be one of: free, pro, enterprise'],
    [{ scopes: [] }, 'scopes must be a list of at least one scope'],
    [{ scopes: 'batch' }, 'scopes must be a list of at least one scope'],
    [{ scopes: ['admin'] }, 'scopes.0 must be one of: snapshot, metadata, performance, seo-audit, batch'],
    [{ limits: { metadata: -1 } }, 'limits.metadata must be a whole number between 0 and 999999999'],
    [{ limits: { metadata: 1.5 } }, 'limits.metadata must be a whole number between 0 and 999999999'],
    [{ metadata_ttl_seconds: '5' }, 'metadata_ttl_seconds must be a whole number between 0 and 999999999'],
    [{ label: 'a\nb' }, 'label must be one line of at most 200 characters without control characters'],
    [{ owner: '' }, 'owner must be a name of 1 to 64 letters, digits, _ . @ and -'],
    [{ admin: 'true' }, 'admin must be true or false'],
    [{ unthrottled: 1 }, 'unthrottled must be true or false'],
  ] as const) {
    it(`rejects ${JSON.stringify(input)}`, () => expect(errorsOf(input)).to.deep.equal([message]))
  }

  it('rejects limits and members that nobody knows', () => {
    expect(errorsOf({ limits: { events: 1 } })).to.have.length(1)
    expect(errorsOf({ hash: 'x' })).to.have.length(1)
  })
})
