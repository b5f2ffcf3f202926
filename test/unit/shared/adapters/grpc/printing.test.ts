import { once } from 'node:events'
import { expect } from 'chai'
import { grpcPrinting } from '#shared/adapters/grpc/printing.ts'
import { Failure } from '#shared/errors.ts'
import type { Printing } from '#shared/ports/printing.ts'
import { MAX_HTML_BYTES } from '#shared/rpc/printing/protocol.ts'
import { startPrintServer } from '#stages/render/print/print-server.ts'
import type { Printer } from '#stages/render/print/printer.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { secret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'

const forEver = new AbortController().signal

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of pieces) read.push(piece)
  return Buffer.concat(read)
}

describe('grpcPrinting', () => {
  const undo: (() => unknown)[] = []
  let address: string | null = null
  let printing: Printing

  beforeEach(() => {
    address = null
    printing = grpcPrinting({ addresses: () => address, secret })
    undo.push(() => printing.close())
  })
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** Prints from now on with this printer. */
  async function serve(print: Printer['print']): Promise<void> {
    const server = await startPrintServer({
      listen: '127.0.0.1:0',
      printer: { print },
      secret,
      log: silentLog,
    })
    undo.push(() => server.close(0))
    address = server.address
  }

  it('hands over documents and PDFs that are larger than a message of other services', async () => {
    const pdf = Buffer.alloc(6_000_000, 7)
    const html = 'ü'.repeat(MAX_HTML_BYTES / 2)
    let given = ''
    await serve(async (text) => {
      given = text
      return pdf
    })
    expect((await bytesOf(await printing.print(html, forEver))).equals(pdf)).to.equal(true)
    expect(given === html).to.equal(true)
  })

  it('passes failures on with their details', async () => {
    const failure = new Failure('RESPONSE_TOO_LARGE', 'It has 3000 pages', { details: { limit_pages: 2000 } })
    await serve(async () => {
      throw failure
    })
    const { code, message, details } = (await rejectionOf(printing.print('', forEver))) as Failure
    expect({ code, message, details }).to.deep.equal({
      code: 'RESPONSE_TOO_LARGE',
      message: 'It has 3000 pages',
      details: { limit_pages: 2000 },
    })
  })

  it('does not send a document above the limit', async () => {
    await serve(async () => Buffer.from('never'))
    const tooLarge = 'ü'.repeat(MAX_HTML_BYTES / 2 + 1)
    expect(await rejectionOf(printing.print(tooLarge, forEver))).to.include({ code: 'RESPONSE_TOO_LARGE' })
  })

  it('is unavailable while nobody prints, and follows a process that replaces another one', async () => {
    expect(await rejectionOf(printing.print('', forEver))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    for (const name of ['first', 'second']) {
      await serve(async () => Buffer.from(name))
      expect(String(await bytesOf(await printing.print('', forEver)))).to.equal(name)
    }
  })

  it('is unavailable where the render part has another secret', async () => {
    const server = await startPrintServer({
      listen: '127.0.0.1:0',
      printer: { print: async () => Buffer.from('secret') },
      secret: { current: () => 'another' },
      log: silentLog,
    })
    undo.push(() => server.close(0))
    address = server.address
    expect(await rejectionOf(printing.print('', forEver))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('ends the printing when the caller leaves', async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    await serve(async (_, signal) => {
      begun.resolve(signal)
      await once(signal, 'abort')
      throw signal.reason
    })
    const caller = new AbortController()
    const result = rejectionOf(printing.print('', caller.signal))
    const signal = await begun.promise
    caller.abort()
    await result
    if (!signal.aborted) await once(signal, 'abort')
  })
})
