import { expect } from 'chai'
import type { OpenApi } from '#gateway/console/app/api/openapi.ts'
import { type FormOperation, formOperation } from '#gateway/console/app/api/operation-fields.ts'
import { parseRoute } from '#gateway/console/app/state/address.ts'
import {
  addressOf,
  callsOf,
  checks,
  chosenChecks,
  formValues,
  type Plan,
  placeOf,
  runOf,
  switchedAddress,
} from '#gateway/console/app/views/inspect/run/plan.ts'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'

const document = openApiDocument('http://127.0.0.1:8080') as unknown as OpenApi
const operations = checks.map((name) => formOperation(document, name) as FormOperation)
const audit = operations.find(({ name }) => name === 'seo-audit') as FormOperation
const several: Plan = { single: null, operations }
const single: Plan = { single: audit, operations }
const nothing = new URLSearchParams()

/** A performance check whose interface has `details`, and one whose interface does not. */
const detailed = (has: boolean): FormOperation => {
  const [url] = audit.fields
  if (url === undefined) throw new Error('no field')
  const details = { ...url, name: 'details', isRequired: false, fallback: 'false', kind: 'switch' as const }
  return { ...audit, name: 'performance', fields: has ? [url, details] : [url] }
}

describe('console: what an address of Inspect asks for', () => {
  it('is all four checks as a phone where it names nothing', () => {
    const { parameters } = parseRoute('#/inspect?url=https%3A%2F%2Fa.example%2F')
    const calls = callsOf(several, formValues(several, { parameters }))
    expect(calls.map(({ operation }) => operation.name)).to.deep.equal([
      'snapshot',
      'metadata',
      'performance',
      'seo-audit',
    ])
    const [snapshot, metadata] = calls
    expect(snapshot?.values).to.deep.equal({ url: 'https://a.example/', device: 'mobile' })
    expect(metadata?.values).to.deep.equal({ url: 'https://a.example/', device: 'mobile' })
  })

  it('is the checks and the device that it names', () => {
    const { parameters } = parseRoute('#/inspect?url=u&device=desktop&run=seo-audit,snapshot,other')
    const values = formValues(several, { parameters })
    expect(chosenChecks(values)).to.deep.equal(['snapshot', 'seo-audit'])
    const [snapshot, seo] = callsOf(several, values)
    expect(snapshot?.values).to.deep.equal({ url: 'u', device: 'desktop' })
    expect(seo?.values).to.deep.equal({ url: 'u', device: 'desktop' })
  })

  it('completes a host name, and knows a device that no check has as none', () => {
    const calls = callsOf(several, { url: ' a.example ', device: 'watch' })
    expect(calls[0]?.values).to.deep.equal({ url: 'https://a.example', device: 'mobile' })
  })

  it('names the chosen checks, and none of them for all', () => {
    expect(runOf(checks)).to.equal(undefined)
    expect(runOf(['metadata', 'seo-audit'])).to.equal('metadata,seo-audit')
    expect(chosenChecks({ run: runOf([]) ?? '' })).to.deep.equal([])
  })

  it('asks for the details of a performance check where the interface has them', () => {
    const valuesOf = (has: boolean) =>
      callsOf({ single: null, operations: [detailed(has)] }, { url: 'u' })[0]?.values
    expect(valuesOf(true)).to.deep.equal({ url: 'u', details: 'true' })
    expect(valuesOf(false)).to.deep.equal({ url: 'u' })
  })

  it('keeps that a person wants no details', () => {
    const plan: Plan = { single: detailed(true), operations: [] }
    const parametersOf = (values: Record<string, string>) =>
      parseRoute(addressOf(plan, values, nothing)).parameters
    expect([...parametersOf({ url: 'u', details: 'true' })]).to.deep.equal([['url', 'u']])
    const parameters = parametersOf({ url: 'u', details: 'false' })
    expect(formValues(plan, { parameters }).details).to.equal('false')
    expect(formValues(plan, { parameters: nothing }).details).to.equal('true')
  })
})

describe('console: the address of an inspection', () => {
  const current = new URLSearchParams(
    'url=http://a.example/&device=desktop&show_text=alt&show_open=image-alt&show_tab=http',
  )

  it('is the same for the same values, in any order, with or without defaults', () => {
    const place = placeOf({ operation: audit, values: { url: 'u', device: 'desktop' } })
    expect(
      placeOf({ operation: audit, values: { vitals: 'synthetic', device: 'desktop', url: 'u' } }),
    ).to.equal(place)
    expect(placeOf({ operation: audit, values: { url: 'u' } })).not.to.equal(place)
  })

  it('keeps what is shown of the result when the same inspection is run again', () => {
    const values = { device: 'desktop', url: 'http://a.example/', compare: 'false' }
    expect(addressOf(single, values, current)).to.equal(
      '#/inspect/seo-audit?url=http%3A%2F%2Fa.example%2F&device=desktop&show_text=alt&show_open=image-alt&show_tab=http',
    )
    expect(addressOf(several, values, current)).to.equal(
      '#/inspect?url=http%3A%2F%2Fa.example%2F&device=desktop&show_text=alt&show_open=image-alt&show_tab=http',
    )
  })

  it('drops it when another one is run', () => {
    for (const values of [{ url: 'http://a.example/' }, { url: 'http://b.example/', device: 'desktop' }])
      for (const plan of [single, several]) expect(addressOf(plan, values, current)).not.to.include('show_')
  })

  it('keeps URL and device from one form to another', () => {
    const values = { url: 'u', device: 'desktop', max_links: '7' }
    expect(switchedAddress('metadata', values)).to.equal('#/inspect/metadata?url=u&device=desktop')
    expect(switchedAddress(null, { ...values, device: 'tablet' })).to.equal('#/inspect?url=u')
  })
})
