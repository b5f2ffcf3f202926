import { expect } from 'chai'
import {
  choicesOf,
  filterFindings,
  filterOf,
  rankOf,
} from '#gateway/console/app/views/batches/report/filter.ts'

const rules = [
  {
    id: 'image-alt',
    severity: 'error',
    category: 'accessibility',
    title: 'Images have a text',
    fix: 'Add alt.',
  },
  { id: 'title-length', severity: 'warning', category: 'metadata', title: 'Title fits', fix: 'Shorten it.' },
  {
    id: 'title-missing',
    severity: 'error',
    category: 'metadata',
    title: 'Page has a title',
    fix: 'Add <title>.',
  },
]
const shown = (query: string) =>
  filterFindings(rules, filterOf(new URLSearchParams(query)), ({ id }) => id).map(({ id }) => id)

describe('the filter of a report', () => {
  it('without parameters shows all', () => expect(shown('tab=rules')).to.have.length(3))
  it('by severity', () => expect(shown('severity=error')).to.deep.equal(['image-alt', 'title-missing']))
  it('by category', () => expect(shown('category=metadata')).to.deep.equal(['title-length', 'title-missing']))
  it('by all at once', () =>
    expect(shown('severity=error&category=metadata&text=ADD')).to.deep.equal(['title-missing']))
  it('by the id', () => expect(shown('text=image-alt')).to.deep.equal(['image-alt']))

  it('findings without categories have none that matches', () => {
    const issues = [{ severity: 'info', title: 'a', fix: 'b' }]
    expect(filterFindings(issues, { severity: '', category: 'metadata', text: '' }, () => '')).to.deep.equal(
      [],
    )
  })

  it('the worst severity is first', () => {
    expect(['info', 'other', 'error', 'warning'].sort((a, b) => rankOf(a) - rankOf(b))).to.deep.equal([
      'error',
      'warning',
      'info',
      'other',
    ])
  })

  it('values are named once, with their words', () => {
    expect(choicesOf(rules, ({ category }) => category)).to.deep.equal([
      ['accessibility', 'Accessibility'],
      ['metadata', 'Metadata'],
    ])
  })
})
