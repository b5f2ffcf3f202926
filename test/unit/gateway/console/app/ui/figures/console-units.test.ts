import { expect } from 'chai'
import { inConsoleUnits } from '#gateway/console/app/ui/figures/console-units.ts'

describe('console-units', () => {
  const cases: [text: string, shown: string][] = [
    ['Saves about 282.6 KiB.', 'Saves about 289.4 kB.'],
    ['took 2,774 ms of 3,572 ms to load (182.7 KiB)', 'took 2.77 s of 3.57 s to load (187.1 kB)'],
    ['delays first paint by 661 ms', 'delays first paint by 661 ms'],
    ['1.5 MiB', '1.57 MB'],
    ['0.5 KiB', '512 B'],
    ['10 msgs, 3 KiBs, v1.2.3 ms', '10 msgs, 3 KiBs, v1.2.3 ms'],
    ['no figure', 'no figure'],
  ]
  for (const [text, shown] of cases) {
    it(`shows "${text}" as "${shown}"`, () => expect(inConsoleUnits(text)).to.equal(shown))
  }

  it('reads a long row of digits once', () => {
    expect(inConsoleUnits('1'.repeat(200_000))).to.have.length(200_000)
  })
})
