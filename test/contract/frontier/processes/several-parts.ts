import { batchesOfPartsContract } from './batches-of-parts.ts'
import { dispatchesOfPartsContract } from './dispatches-of-parts.ts'
import { endingsOfPartsContract } from './endings-of-parts.ts'
import { type OpenParts, partsOfEachTest } from './parts-fixture.ts'

/** The contract of a frontier that several batch parts share: whatever one part promises, it promises with the others beside it. */
export function severalPartsContract(name: string, open: OpenParts): void {
  describe(`Frontier of several batch parts: ${name}`, () => {
    const store = partsOfEachTest(open)
    dispatchesOfPartsContract(store)
    endingsOfPartsContract(store)
    batchesOfPartsContract(store)
  })
}
