import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import { makePrinter } from '#stages/render/print/printer.ts'
import { DeadlineExceeded, type Tab, type TabOptions, type Tabs } from '#stages/render/tab/tab.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const forEver = new AbortController().signal
const pdf = Buffer.from('%PDF')

/** Tabs that run the work, or reject. */
const tabsOf = (use: (options: TabOptions) => Promise<void>): Pick<Tabs, 'useShared'> => ({
  async useShared(work, options) {
    await use(options)
    return work({} as Tab)
  },
})
const tabs = tabsOf(async () => {})

describe('makePrinter', () => {
  it('prints one document at a time, in the order of the calls', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const began = Promise.withResolvers<void>()
    const begun: string[] = []
    const { print } = makePrinter(tabs, async (_, html) => {
      begun.push(html)
      began.resolve()
      await gates[begun.length - 1]?.promise
      return pdf
    })
    const [first, second] = [print('first', forEver), print('second', forEver)]
    await began.promise
    expect(begun).to.deep.equal(['first'])
    gates[0]?.resolve()
    await first
    gates[1]?.resolve()
    expect(await second).to.equal(pdf)
    expect(begun).to.deep.equal(['first', 'second'])
  })

  it('refuses a tenth document while eight wait, and takes one when there is room again', async () => {
    const gate = Promise.withResolvers<void>()
    const { print } = makePrinter(tabs, async () => {
      await gate.promise
      return pdf
    })
    const taken = Array.from({ length: 9 }, () => print('', forEver))
    expect(await rejectionOf(print('', forEver))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    gate.resolve()
    await Promise.all(taken)
    expect(await print('', forEver)).to.equal(pdf)
  })

  it('never prints a document whose caller left while it waited', async () => {
    const gate = Promise.withResolvers<void>()
    const begun: string[] = []
    const { print } = makePrinter(tabs, async (_, html) => {
      begun.push(html)
      await gate.promise
      return pdf
    })
    const caller = new AbortController()
    const first = print('first', forEver)
    const left = rejectionOf(print('left', caller.signal))
    caller.abort(new Error('left'))
    expect(await left).to.have.property('message', 'left')
    gate.resolve()
    await first
    expect(begun).to.deep.equal(['first'])
  })

  for (const [name, error] of [
    ['takes too long', new DeadlineExceeded('over')],
    ['ends two browsers', new Failure('BROWSER_CRASHED', 'The browser crashed')],
  ] as const) {
    it(`a document that ${name} is too large`, async () => {
      const { print } = makePrinter(tabsOf(() => Promise.reject(error)))
      const { code, details } = (await rejectionOf(print('', forEver))) as Failure
      expect({ code, details }).to.deep.equal({ code: 'RESPONSE_TOO_LARGE', details: { limit_pages: 2000 } })
    })
  }

  it('is unavailable without a browser', async () => {
    const { print } = makePrinter(tabsOf(() => Promise.reject(unavailable('browser'))))
    expect(await rejectionOf(print('', forEver))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
