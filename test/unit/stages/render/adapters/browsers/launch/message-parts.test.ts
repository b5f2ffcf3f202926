import { expect } from 'chai'
import { PartCounter } from '#stages/render/adapters/browsers/launch/message-parts.ts'

function count(...pieces: string[]): number {
  const counter = new PartCounter()
  for (const piece of pieces) counter.add(piece)
  return counter.count
}

describe('parts of a JSON text', () => {
  it('are strings, lists, objects and commas', () => {
    // Two brackets, two strings and a comma.
    expect(count('{"a":[1,"b"]}')).to.equal(5)
    expect(count('')).to.equal(0)
  })

  it('are not looked for in strings, whatever those contain', () => {
    expect(count(JSON.stringify('[[,,{"a":"\\"'))).to.equal(1)
  })

  it('are the same wherever the text is cut', () => {
    // Two objects, a list, five strings and three commas.
    const text = JSON.stringify({ a: ['\\', '"', '[,{'], 'b"\\"': {} })
    for (let at = 0; at <= text.length; at++) expect(count(text.slice(0, at), text.slice(at))).to.equal(11)
    expect(count(...text)).to.equal(11)
  })
})
