import { expect } from 'chai'
import { structuredFactsOf, tokensIn } from '#stages/extract/structured-data/facts.ts'

describe('tokensIn', () => {
  it('splits at the white space of HTML, and keeps the case', () => {
    expect(tokensIn(' A\tb\n\u00a0c ')).to.deep.equal(['A', 'b', '\u00a0c'])
    expect([tokensIn(''), tokensIn(null)]).to.deep.equal([[], []])
  })
})

describe('structuredFactsOf', () => {
  /** The facts of a page that is one JSON-LD block, of which `maxChars` are read. */
  function factsOf(text: string, read: string, maxChars: number) {
    const blockPositions = [{ start: 0, contentStart: 8 }]
    return structuredFactsOf(text, { blockPositions, facts: () => [] }, [read], maxChars)
  }

  it('takes a block that is cut off for no fault', () => {
    expect(factsOf('<script>{"a":1,"b":2}</script>', '{"a":1', 6).blocks[0]).to.include({
      isCut: true,
      fault: null,
    })
  })

  it('reports a fault where the whole block was read', () => {
    const [block] = factsOf('<script>{"a"</script>', '{"a"', 30).blocks
    expect(block).to.deep.include({
      isCut: false,
      fault: { index: 4, message: 'line 1, column 5: expected a colon, but the text ends' },
    })
  })

  it('counts the blocks beyond those that are read', () => {
    const blockPositions = [1, 2, 3].map((start) => ({ start, contentStart: start }))
    const facts = structuredFactsOf('', { blockPositions, facts: () => [] }, ['{}'], 6)
    expect([facts.blocksTotal, facts.blocks.length, facts.blockPositions.length]).to.deep.equal([3, 1, 1])
  })
})
