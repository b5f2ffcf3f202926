import { expect } from 'chai'
import { nearDuplicates, similarityOf } from '#stages/batch/site/duplicates/near-duplicates.ts'
import { SIGNATURE_BYTES } from '#stages/batch/site/site.ts'

/** A signature of a page of which the first `changed` of 128 bytes are not those of the first page. */
function textsWith(...changed: readonly number[]) {
  const signature = new Uint8Array(SIGNATURE_BYTES * changed.length)
  for (const [page, count] of changed.entries())
    for (let at = 0; at < SIGNATURE_BYTES; at++) {
      const isChanged = at < count
      signature[page * SIGNATURE_BYTES + at] = isChanged ? (at * 7 + page * 31 + 101) % 256 : (at * 7) % 256
    }
  const digest = Uint32Array.from(changed.flatMap((_, page) => [1, page + 1]))
  return { digest, signature }
}

describe('near duplicates', () => {
  it('are similar by the share of equal bytes, less those that are equal by chance', () => {
    // 96 of 128 bytes: (0.75 - 1/256) / (255/256) = 0.749.
    const { signature } = textsWith(0, 32, 128)
    expect(similarityOf(signature, 0, 1)).to.equal(0.75)
    expect(similarityOf(signature, 0, 0)).to.equal(1)
    expect(similarityOf(signature, 0, 2)).to.equal(0)
  })

  it('have at least 80 % in common', () => {
    // 25 of 128 bytes differ: 0.804; 26: 0.796, which is 0.8 to two decimals; 27: 0.788.
    expect(nearDuplicates(textsWith(0, 25), [0, 1])).to.deep.equal([{ pages: [0, 1], similarity: 0.8 }])
    expect(nearDuplicates(textsWith(0, 26), [0, 1])).to.deep.equal([{ pages: [0, 1], similarity: 0.8 }])
    expect(nearDuplicates(textsWith(0, 27), [0, 1])).to.deep.equal([])
  })

  it('are joined by others, with the lowest similarity; pages that are no candidates do not count', () => {
    const texts = textsWith(0, 4, 8, 64)
    const [cluster, ...others] = nearDuplicates(texts, [0, 1, 2, 3])
    expect(others).to.deep.equal([])
    expect(cluster?.pages).to.deep.equal([0, 1, 2])
    expect(cluster?.similarity).to.be.within(0.9, 0.97)
    expect(nearDuplicates(texts, [0, 3])).to.deep.equal([])
  })

  it('with equal texts have the similarity 1; those without a text are left out', () => {
    const { signature } = textsWith(0, 0, 0, 0)
    const digest = Uint32Array.from([7, 7, 7, 7, 0, 0, 0, 0])
    expect(nearDuplicates({ digest, signature }, [0, 1, 2, 3])).to.deep.equal([
      { pages: [0, 1], similarity: 1 },
    ])
  })
})
