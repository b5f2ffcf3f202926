import { expect } from 'chai'
import type { Log } from '#shared/log.ts'
import {
  makeChromiumSandbox,
  type SandboxPolicy,
} from '#stages/render/adapters/browsers/launch/chromium-sandbox.ts'

describe('Chromium sandbox', () => {
  /** Starts two browsers where the sandbox works, or does not, and tells how each was tried. */
  async function startTwo(policy: SandboxPolicy, worksHere: boolean, isRoot = false) {
    const warnings: string[] = []
    const logger = { warn: (_: object, text: string) => warnings.push(text) } as unknown as Log
    const sandbox = makeChromiumSandbox({ policy, isRoot, logger })
    const tried: boolean[] = []
    const start = async (isSandboxed: boolean) => {
      tried.push(isSandboxed)
      if (isSandboxed && !worksHere) throw new Error('No usable sandbox!')
    }
    const failures: string[] = []
    for (let i = 0; i < 2; i++) await sandbox.launch(start).catch((error) => failures.push(error.message))
    return { tried, warnings: warnings.length, mode: sandbox.mode(), failures: failures.length }
  }

  it('is used where it works', async () => {
    const right = { tried: [true, true], warnings: 0, mode: 'on', failures: 0 }
    expect(await startTwo('auto', true)).to.deep.equal(right)
    expect(await startTwo('on', true)).to.deep.equal(right)
  })

  it('is left out where it does not, with one warning', async () => {
    expect(await startTwo('auto', false)).to.deep.equal({
      tried: [true, false, false],
      warnings: 1,
      mode: 'off',
      failures: 0,
    })
  })

  it('is not even tried by root, for whom there is none', async () => {
    expect(await startTwo('auto', false, true)).to.deep.equal({
      tried: [false, false],
      warnings: 1,
      mode: 'off',
      failures: 0,
    })
  })

  it('is never left out when it must be on', async () => {
    expect(await startTwo('on', false)).to.deep.equal({
      tried: [true, true],
      warnings: 0,
      mode: 'on',
      failures: 2,
    })
  })

  it('is off when it shall be, with one warning', async () => {
    expect(await startTwo('off', true)).to.deep.include({ tried: [false, false], warnings: 1, mode: 'off' })
  })

  it('is not given up because of one start that fails for another reason', async () => {
    const logger = { warn: () => {} } as unknown as Log
    const sandbox = makeChromiumSandbox({ policy: 'auto', isRoot: false, logger })
    let starts = 0
    const slowOnce = async (isSandboxed: boolean) => {
      if (++starts === 1) throw new Error('it did not answer within 15000 ms')
      return isSandboxed
    }
    expect(await sandbox.launch(slowOnce)).to.equal(true)
    expect(sandbox.mode()).to.equal('on')
  })

  it('is not given up because of a browser that does not start either way', async () => {
    const sandbox = makeChromiumSandbox({
      policy: 'auto',
      isRoot: false,
      logger: { warn: () => {} } as unknown as Log,
    })
    const broken = () => Promise.reject(new Error('broken'))
    expect(await sandbox.launch(broken).catch((error) => error.message)).to.equal('broken')
    expect(sandbox.mode()).to.equal('auto')
    expect(await sandbox.launch(async (isSandboxed) => isSandboxed)).to.equal(true)
  })
})
