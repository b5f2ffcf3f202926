import { expect } from 'chai'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { criticalRequests } from '#stages/score/performance/resources/critical-requests.ts'
import { initiatorsOf } from '#stages/score/performance/resources/initiators.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'

const style = (path: string, by: LabRequest, more: Partial<LabRequest> = {}) =>
  request(path, { kind: 'stylesheet', priority: 'very_high', initiatorUrl: by.url, ...more })
/** The paths of the chain of each critical request. */
const chains = (...requests: LabRequest[]) =>
  criticalRequests([page, ...requests], initiatorsOf([page, ...requests]), page).map(({ chain }) =>
    chain.map(({ url }) => new URL(url).pathname).join(' '),
  )

describe('critical requests', () => {
  const first = style('/a.css', page)
  const second = style('/b.css', first)

  it('have the chain of those that they were found by', () => {
    expect(chains(first, second)).to.deep.equal(['/a.css', '/a.css /b.css'])
  })

  it('have at least medium priority, or block rendering', () => {
    const low = { priority: 'low' } as const
    expect(chains(style('/l.css', page, low))).to.deep.equal([])
    expect(chains(style('/l.css', page, { ...low, isRenderBlocking: true }))).to.deep.equal(['/l.css'])
    expect(chains(style('/m.css', page, { priority: 'medium' }))).to.deep.equal(['/m.css'])
  })

  it('are style sheets, scripts and fonts', () => {
    const kinds = [
      'stylesheet',
      'javascript',
      'font',
      'image',
      'fetch',
      'document',
      'media',
      'other',
    ] as const
    const found = chains(...kinds.map((kind) => style(`/${kind}`, page, { kind })))
    expect(found).to.deep.equal(['/stylesheet', '/javascript', '/font'])
  })

  it('are not those that something else found', () => {
    const late = style('/late.js', page, { kind: 'javascript', priority: 'low' })
    expect(chains(late, style('/c.css', late))).to.deep.equal([])
    const frame = request('/frame', { kind: 'document', priority: 'very_high', initiatorUrl: page.url })
    expect(chains(frame, style('/c.css', frame))).to.deep.equal([])
  })

  it('are not redirects, which make no chain longer', () => {
    const moved = style('/moved.css', page, { isRedirect: true })
    expect(chains(moved, style('/here.css', moved))).to.deep.equal(['/here.css'])
  })

  it('are unknown in measurements of older render stages, and without a document', () => {
    expect(chains(request('/a.css', { kind: 'stylesheet', isRenderBlocking: true }))).to.deep.equal([])
    expect(criticalRequests([first], new Map(), null)).to.deep.equal([])
  })

  it('are followed to a limit', () => {
    const endless: LabRequest[] = [first]
    for (let index = 0; index < 300; index++) endless.push(style(`/${index}.css`, endless.at(-1) ?? first))
    expect(chains(...endless)).to.have.length(100)
  })
})
