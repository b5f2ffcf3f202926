import { expect } from 'chai'
import { groupsOf, type Issue } from '#gateway/console/app/views/inspect/results/audit/issues/issue-groups.ts'

function issue(changes: Partial<Issue> = {}): Issue {
  return {
    id: '1',
    code: 'IMAGE_ALT',
    severity: 'error',
    priority: 1,
    category: 'accessibility',
    message: 'no alt',
    recommendation: 'add one',
    selector: null,
    snippet: null,
    location: null,
    estimated_effort: 'minutes',
    docs_url: 'https://docs.test/',
    impact: 'high',
    why_it_matters: 'why',
    fixable: true,
    source_rule: 'image-alt',
    ...changes,
  }
}

describe('console: issues by rule', () => {
  it('stay in their order, and those of a rule come together', () => {
    const groups = groupsOf([
      issue({ id: '1', source_rule: 'b' }),
      issue({ id: '2', source_rule: 'a' }),
      issue({ id: '3', source_rule: 'b' }),
    ])
    expect(groups.map(({ rule, issues }) => [rule, issues.map(({ id }) => id)])).to.deep.equal([
      ['b', ['1', '3']],
      ['a', ['2']],
    ])
    expect(groups[0]?.first.id).to.equal('1')
  })

  it('have the element of the issue and its first evidence as one place', () => {
    const location = { offset: 205, line: 4, column: 1 }
    const one = issue({
      selector: 'img:nth-of-type(1)',
      snippet: '<img>',
      location,
      evidence: [
        { selector: 'img:nth-of-type(1)', value: '/a.png' },
        { selector: 'img:nth-of-type(2)', value: '/b.png' },
      ],
    })
    expect(groupsOf([one])[0]?.places).to.deep.equal([
      { selector: 'img:nth-of-type(1)', snippet: '<img>', location, value: '/a.png', message: 'no alt' },
      { selector: 'img:nth-of-type(2)', snippet: null, location: null, value: '/b.png', message: 'no alt' },
    ])
  })

  it('keep evidence that is another element', () => {
    const one = issue({ selector: 'head', evidence: [{ selector: 'title', value: 'x' }] })
    expect(groupsOf([one])[0]?.places.map(({ selector, value }) => [selector, value])).to.deep.equal([
      ['head', null],
      ['title', 'x'],
    ])
  })

  it('have no place where an issue is about the page as a whole', () => {
    expect(groupsOf([issue()])[0]?.places).to.deep.equal([])
  })

  it('have a value from outside the page as a place', () => {
    const places = groupsOf([issue({ evidence: [{ selector: null, value: 'X-Robots-Tag: none' }] })])[0]
      ?.places
    expect(places?.map(({ value }) => value)).to.deep.equal(['X-Robots-Tag: none'])
  })
})
