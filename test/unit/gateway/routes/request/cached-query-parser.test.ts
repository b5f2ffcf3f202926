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

  it('are checked once, and for each operation by themselves', () => {
    const check = open(10)
    for (let round = 0; round < 3; round++) {
      expect(check('metadata', 'a')).to.deep.equal({ parameters: { url: 'a' } })
      check('snapshot', 'a')
    }
    expect(checked).to.deep.equal(['metadata a', 'snapshot a'])
  })

  it('can not be changed by one who asks for all who ask the same', () => {
    const found = open(10)('metadata', 'a')
    expect('parameters' in found && Object.isFrozen(found.parameters)).to.equal(true)
  })

  it('are as many as the limit says; the one not asked for the longest is forgotten', () => {
    const check = open(2)
    for (const query of ['a', 'b', 'a', 'c', 'a', 'b']) check('metadata', query)
    expect(checked).to.deep.equal(['metadata a', 'metadata b', 'metadata c', 'metadata b'])
  })

  it('are neither wrong nor long ones: these are checked each time', () => {
    const check = open(10, 'metadata?wrong'.length)
    for (let round = 0; round < 2; round++) {
      check('metadata', 'wrong')
      check('metadata', 'longer')
    }
    expect(checked).to.have.length(4)
  })
})
