import { expect } from 'chai'
import { cachedQueryParser } from '#gateway/routes/request/cached-query-parser.ts'

describe('cachedQueryParser', () => {
  let checked: string[]
  const open = (limit: number, maxLength = 100) => {
    checked = []
    return cachedQueryParser(
      (operation, querystring) => {
        checked.push(`${operation} ${querystring}`)
        return querystring === 'wrong' ? { problems: [] } : { parameters: { url: querystring } }
      },
      { limit, maxLength },
    )
  }

  it('parses a query once for each operation', () => {
    const check = open(10)
    for (let round = 0; round < 3; round++) {
      expect(check('metadata', 'a')).to.deep.equal({ parameters: { url: 'a' } })
      check('snapshot', 'a')
    }
    expect(checked).to.deep.equal(['metadata a', 'snapshot a'])
  })

  it('freezes the parameters, which requests share', () => {
    const found = open(10)('metadata', 'a')
    expect('parameters' in found && Object.isFrozen(found.parameters)).to.equal(true)
  })

  it('drops the least recently used query beyond its limit', () => {
    const check = open(2)
    for (const query of ['a', 'b', 'a', 'c', 'a', 'b']) check('metadata', query)
    expect(checked).to.deep.equal(['metadata a', 'metadata b', 'metadata c', 'metadata b'])
  })

  it('does not cache invalid and long queries', () => {
    const check = open(10, 'metadata?wrong'.length)
    for (let round = 0; round < 2; round++) {
      check('metadata', 'wrong')
      check('metadata', 'longer')
    }
    expect(checked).to.have.length(4)
  })
})
