import { expect } from 'chai'
import { makeKeyTurns } from '#gateway/access/key-turns.ts'
import { printReport } from '#gateway/routes/batches/report/pdf.ts'
import { type Failure, unavailable } from '#shared/errors.ts'
import type { Printing } from '#shared/ports/printing.ts'
import { tooLargeToPrint } from '#shared/rpc/printing/too-large.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const forEver = new AbortController().signal
const printTurns = () => makeKeyTurns({ limit: 1, maxWaiting: 1 })
const failing = (error: Failure): Pick<Printing, 'print'> => ({ print: () => Promise.reject(error) })

async function* nothing() {}

describe('printReport', () => {
  it('says what to do with a report that is too long on paper', async () => {
    const printing = failing(tooLargeToPrint('it has about 3000 pages on paper; at most 2000 are printed'))
    const { code, message, details } = (await rejectionOf(
      printReport({ printing, printTurns: printTurns() }, 'firm', '', forEver),
    )) as Failure
    expect({ code, message, details }).to.deep.equal({
      code: 'RESPONSE_TOO_LARGE',
      message:
        'It is too large to be printed: it has about 3000 pages on paper; at most 2000 are printed. Choose fewer findings with severity=error, or take the report as HTML',
      details: { limit_pages: 2000 },
    })
  })

  it('passes any other failure on', async () => {
    const printing = failing(unavailable('browser'))
    const failed = printReport({ printing, printTurns: printTurns() }, 'firm', '', forEver)
    expect(await rejectionOf(failed)).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('leaves turns to other owners', async () => {
    const gate = Promise.withResolvers<void>()
    const options = {
      printing: {
        async print(html: string) {
          if (html === 'slow') await gate.promise
          return nothing()
        },
      },
      printTurns: printTurns(),
    }
    const own = ['slow', 'waits'].map((html) => printReport(options, 'firm', html, forEver))
    const third = printReport(options, 'firm', 'third', forEver)
    expect(await rejectionOf(third)).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await printReport(options, 'another', 'quick', forEver)
    gate.resolve()
    await Promise.all(own)
  })
})
