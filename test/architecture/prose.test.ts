import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

const THIS_FILE = 'test/architecture/prose.test.ts'

/** Plain English has one word for it: cannot. */
const CAN_NOT = /\bcan not\b/i

/** Contractions, in comments alone: strings may quote a page. */
const CONTRACTION =
  /\b(?:can|don|doesn|isn|aren|won|wasn|weren|hasn|haven|didn|needn|shouldn|couldn|wouldn)'t\b/i

/** Comment lines with a contraction. */
function contractionsOf(source: string): string[] {
  const comments = source.split('\n').filter((line) => /^\s*(\/\*\*?|\*|\/\/)/.test(line))
  return comments.filter((line) => CONTRACTION.test(line)).map((line) => line.trim())
}

describe('prose', () => {
  const files = sourceFiles()

  it('says "cannot", never "can not"', () => {
    const places = files.filter((path) => path !== THIS_FILE && CAN_NOT.test(readSource(path)))
    expect(places).to.deep.equal([])
  })

  it('has no contractions in comments', () => {
    const places = files.flatMap((path) => contractionsOf(readSource(path)).map((line) => `${path}: ${line}`))
    expect(places).to.deep.equal([])
  })

  for (const comment of ["// It can't.", "/** Doesn't wait. */", " * It won't."]) {
    it(`with a contraction is found: ${comment}`, () => {
      expect(contractionsOf(`const a = 1\n${comment}`)).to.deep.equal([comment.trim()])
    })
  }

  it('that a string quotes is left alone', () => {
    expect(contractionsOf(`const quote = "It can't."`)).to.deep.equal([])
  })
})
