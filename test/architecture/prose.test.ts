import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/** Wording that readers who learnt English late stumble over, with the plain one. */
const wordings: readonly { found: RegExp; plain: string }[] = [{ found: /\bcan not\b/i, plain: 'cannot' }]

/** Contractions, in comments alone: strings may quote a page. */
const CONTRACTION =
  /\b(?:can|don|doesn|isn|aren|won|wasn|weren|hasn|haven|didn|needn|shouldn|couldn|wouldn)'t\b/i

/** Lines of comments. */
function commentLines(source: string): string[] {
  return source.split('\n').filter((line) => /^\s*(\/\*\*?|\*|\/\/)/.test(line))
}

describe('prose', () => {
  const files = sourceFiles()

  for (const { found, plain } of wordings) {
    it(`says "${plain}", nowhere ${found}`, () => {
      const places = files.filter(
        (path) => path !== 'test/architecture/prose.test.ts' && found.test(readSource(path)),
      )
      expect(places).to.deep.equal([])
    })
  }

  it('has no contractions in comments', () => {
    const places = files.flatMap((path) =>
      commentLines(readSource(path))
        .filter((line) => CONTRACTION.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(places).to.deep.equal([])
  })
})
