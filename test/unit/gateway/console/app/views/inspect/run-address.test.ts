import { expect } from 'chai'
import type { OpenApi } from '#gateway/console/app/api/openapi.ts'
import { type FormOperation, formOperation } from '#gateway/console/app/api/operation-fields.ts'
import { addressOfRun, placeOf } from '#gateway/console/app/views/inspect/run-address.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'

const document = openApiDocument('http://127.0.0.1:8080') as unknown as OpenApi
const audit = formOperation(document, 'seo-audit') as FormOperation
const current = new URLSearchParams('url=http://a.example/&device=desktop&show_text=alt&show_open=image-alt')

describe('console: the address of an inspection', () => {
  it('is the same for the same values, in any order, with or without defaults', () => {
    const place = placeOf(audit, { url: 'u', device: 'desktop' })
    expect(placeOf(audit, { vitals: 'synthetic', device: 'desktop', url: 'u' })).to.equal(place)
    expect(placeOf(audit, { url: 'u' })).not.to.equal(place)
  })

  it('keeps what is shown of the result when the same inspection is run again', () => {
    const values = { device: 'desktop', url: 'http://a.example/', compare: 'false' }
    expect(addressOfRun(audit, values, current)).to.equal(
      '#/inspect/seo-audit?url=http%3A%2F%2Fa.example%2F&device=desktop&show_text=alt&show_open=image-alt',
    )
  })

  it('drops it when another one is run', () => {
    for (const values of [{ url: 'http://a.example/' }, { url: 'http://b.example/', device: 'desktop' }])
      expect(addressOfRun(audit, values, current)).not.to.include('show_')
  })
})
