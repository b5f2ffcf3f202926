import { expect } from 'chai'
import type { OpenApi } from '#gateway/console/app/api/openapi.ts'
import { formOperation } from '#gateway/console/app/api/operation-fields.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'

const document = openApiDocument('http://127.0.0.1:8080') as unknown as OpenApi

/** The parameters of the contract's tables, one control each. */
const parameters = {
  snapshot: [
    'url',
    'device',
    'viewport.width',
    'viewport.height',
    'viewport.deviceScaleFactor',
    'fullPage',
    'selector',
    'blockAds',
    'blockCookieBanners',
    'format',
    'quality',
    'omitBackground',
    'timeout',
    'waitFor',
    'waitUntil',
  ],
  metadata: ['url', 'fields', 'device', 'max_images', 'max_links'],
  performance: ['url', 'device', 'waitUntil', 'timeout', 'details'],
  'seo-audit': ['url', 'device', 'vitals', 'compare', 'fields'],
}

describe('the form of an operation', () => {
  for (const [name, names] of Object.entries(parameters)) {
    it(`${name} has a field for each parameter of the contract that people enter`, () => {
      expect(formOperation(document, name)?.fields.map((field) => field.name)).to.have.members(names)
    })
  }

  const fieldOf = (operation: string, name: string) =>
    formOperation(document, operation)?.fields.find((field) => field.name === name)

  it('has the kinds, bounds and defaults of the contract', () => {
    expect(fieldOf('snapshot', 'timeout')).to.include({
      kind: 'number',
      minimum: 1000,
      maximum: 60_000,
      fallback: '30000',
      step: 1,
    })
    expect(fieldOf('snapshot', 'viewport.deviceScaleFactor')).to.include({
      kind: 'number',
      minimum: 1,
      maximum: 3,
      step: 'any',
    })
    expect(fieldOf('snapshot', 'fullPage')).to.include({ kind: 'switch', fallback: 'false' })
    expect(fieldOf('snapshot', 'quality')).to.deep.include({
      kind: 'suggestion',
      options: ['low', 'medium', 'high'],
      maximum: 100,
    })
    expect(fieldOf('snapshot', 'device')).to.deep.include({
      kind: 'choice',
      options: ['mobile', 'tablet', 'desktop'],
      fallback: '',
    })
    expect(fieldOf('seo-audit', 'device')).to.deep.include({
      options: ['mobile', 'desktop'],
      fallback: 'mobile',
    })
    expect(fieldOf('metadata', 'fields')).to.include({ kind: 'choices', fallback: 'all' })
    expect(fieldOf('metadata', 'url')).to.include({ kind: 'text', isRequired: true, maxLength: 8192 })
    expect(fieldOf('metadata', 'max_links')?.isRequired).to.equal(false)
  })

  it('sends a body only where the interface takes one', () => {
    expect(formOperation(document, 'snapshot')?.method).to.equal('POST')
    expect(formOperation(document, 'seo-audit')?.method).to.equal('GET')
  })

  it('has no headers among its fields', () => {
    expect(fieldOf('metadata', 'Prefer')).to.equal(undefined)
  })

  it('shows a parameter that a later version adds', () => {
    const schema = { type: 'integer', minimum: 1, maximum: 9, default: 3 }
    const parameter = { name: 'new_one', in: 'query', description: 'Something new.', schema }
    const later = { info: { version: '9' }, paths: { '/metadata': { get: { parameters: [parameter] } } } }
    expect(formOperation(later, 'metadata')?.fields).to.deep.equal([
      {
        name: 'new_one',
        kind: 'number',
        isRequired: false,
        description: 'Something new.',
        fallback: '3',
        options: [],
        minimum: 1,
        maximum: 9,
        step: 1,
        maxLength: undefined,
      },
    ])
  })

  it('is null for what the interface does not have', () => {
    expect(formOperation(document, 'translate')).to.equal(null)
  })
})
