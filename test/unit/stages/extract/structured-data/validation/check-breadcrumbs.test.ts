import { expect } from 'chai'
import { inShort, item, judged } from '../page.ts'

type Step = { position?: number | string; item?: string }
const trail = (...steps: Step[]) => {
  const itemListElement = steps.map((step) => ({ '@type': 'ListItem', name: 'x', ...step }))
  return inShort(judged(item('BreadcrumbList', { itemListElement })).warnings)
}
const a = 'https://x.example/a'

describe('structured data: breadcrumbs', () => {
  it('right: numbered from 1, the last without an address', () => {
    expect(trail({ position: 1, item: a }, { position: '2', item: a }, { position: 3 })).to.deep.equal([])
  })

  it('right: in any order', () => {
    expect(trail({ position: 2 }, { position: 1, item: a })).to.deep.equal([])
  })

  it('too short', () => {
    expect(trail({ position: 1, item: a })).to.deep.equal([
      'BreadcrumbList itemListElement: a breadcrumb trail has at least two steps',
    ])
  })

  it('numbered from 0, or twice the same', () => {
    const message = 'BreadcrumbList itemListElement: positions are not 1, 2, 3 …'
    expect(trail({ position: 0, item: a }, { position: 1 })).to.deep.equal([message])
    expect(trail({ position: 1, item: a }, { position: 1, item: a })).to.deep.equal([message])
  })

  it('without an address before the last step', () => {
    expect(trail({ position: 1 }, { position: 2 })).to.deep.equal([
      'BreadcrumbList itemListElement[0]: item is missing before the last step',
    ])
  })
})
