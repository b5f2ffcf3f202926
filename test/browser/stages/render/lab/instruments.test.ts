import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { measureOnce } from '#stages/render/lab/measure-once.ts'
import { eventually } from '#test/contract/eventually.ts'
import { measuring, parametersFor } from './measuring.ts'

describe('instruments', () => {
  const { site, tabs, ports } = measuring()

  it('leaves no session with the browser, which keeps running', async () => {
    const sessions: CDPSession[] = []
    const parameters = parametersFor(site().url('/still'))
    const timing = { deadlineMs: 20_000, signal: new AbortController().signal }
    await (await tabs()).useExclusive(async (tab) => {
      const target = tab.target.browser().target()
      const create = target.createCDPSession.bind(target)
      target.createCDPSession = async () => {
        sessions.push(await create())
        return sessions.at(-1) as CDPSession
      }
      const deadline = performance.now() + timing.deadlineMs
      await measureOnce(ports(), tab, parameters, deadline).finally(() => {
        target.createCDPSession = create
      })
    }, timing)
    expect(sessions).to.have.length(1)
    await eventually(() => sessions.every(({ detached }) => detached))
  })
})
