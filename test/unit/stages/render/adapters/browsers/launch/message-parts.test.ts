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

  it('are the escaped characters of a string, and nothing else in it', () => {
    expect(count(JSON.stringify('[[,,{'))).to.equal(1)
    // Four quotes and a backslash.
    expect(count(JSON.stringify('[[,,{"a":"\\"'))).to.equal(6)
  })

  it('are the same wherever the text is cut', () => {
    // Two objects, a list, five strings, three commas, and five escaped characters.
    const text = JSON.stringify({ a: ['\\', '"', '[,{'], 'b"\\"': {} })
    for (let at = 0; at <= text.length; at++) expect(count(text.slice(0, at), text.slice(at))).to.equal(16)
    expect(count(...text)).to.equal(16)
  })
})
