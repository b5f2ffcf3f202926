import { expect } from 'chai'
import {
  type Changes,
  filterChanges,
  ruleOf,
  rulesOf,
  totalOf,
} from '#gateway/console/app/views/batches/report/changes/change-lists.ts'

const found = [
  { rule_id: 'image-alt', url: 'http://a.example/1' },
  { id: 'site-broken-link', url: 'http://a.example/2', status: 404 },
  { rule_id: 'image-alt', url: 'http://a.example/3' },
]

describe('lists of changes', () => {
  it('count all, also those that the report leaves out', () => {
    const changes: Changes = {
      batch: 'a',
      new: found,
      new_total: 1200,
      fixed: [],
      fixed_total: 0,
      unchanged: 5,
      pages_added: ['http://a.example/3'],
      pages_added_total: 1,
      pages_gone: [],
      pages_gone_total: 2,
    }
    expect(totalOf(changes, 'new')).to.equal(1200)
    expect(totalOf(changes, 'pages_gone')).to.equal(2)
  })

  it('each change has the rule of a page or of the site', () => {
    expect(found.map(ruleOf)).to.deep.equal(['image-alt', 'site-broken-link', 'image-alt'])
  })

  it('rules have their number, the most frequent first', () => {
    expect(rulesOf(found)).to.deep.equal([
      ['image-alt', 2],
      ['site-broken-link', 1],
    ])
  })

  it('changes are found by rule and text', () => {
    const shown = (rule: string, text: string) => filterChanges(found, rule, text).map(({ url }) => url)
    expect(shown('', '')).to.have.length(3)
    expect(shown('image-alt', '')).to.deep.equal(['http://a.example/1', 'http://a.example/3'])
    expect(shown('', '404')).to.deep.equal(['http://a.example/2'])
    expect(shown('image-alt', 'example/2')).to.deep.equal([])
  })
})
