import { expect } from 'chai'
import { Interrupted, openContext, unlessInterrupted } from '#gateway/cli/batch/command.ts'
import { UsageError } from '#gateway/cli/options.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const KEY = `pp_abcdefgh_${'S'.repeat(32)}`

/** A process with these environment variables, in the folder /work. */
function processWith(env: NodeJS.ProcessEnv): NodeJS.Process {
  const stderr = { isTTY: false, write: () => true }
  return { env, stderr, stdout: {}, stdin: { destroy() {} }, cwd: () => '/work' } as unknown as NodeJS.Process
}

describe('context of a command', () => {
  const { signal } = new AbortController()

  for (const url of [
    '127.0.0.1:8080',
    'ftp://127.0.0.1/',
    'http://127.0.0.1/?a',
    'http://127.0.0.1/#a',
    'x',
  ]) {
    it(`rejects PAGEPROBE_URL ${url}`, () => {
      expect(() => openContext(processWith({ PAGEPROBE_URL: url }), signal)).to.throw(
        UsageError,
        'PAGEPROBE_URL',
      )
    })
  }

  it('lists all wrong settings, and never the key', () => {
    const env = { PAGEPROBE_URL: 'x', PAGEPROBE_API_KEY: 'se cret' }
    expect(() => openContext(processWith(env), signal))
      .to.throw(UsageError)
      .with.property('message')
      .that.matches(/PAGEPROBE_URL.*\n.*PAGEPROBE_API_KEY/)
      .and.not.includes('se cret')
  })

  it('has the folder in which npm was called, for the script `batch` alone', async () => {
    for (const [env, folder] of [
      [{ INIT_CWD: '/home', npm_lifecycle_event: 'batch' }, '/home'],
      [{ INIT_CWD: '/home', npm_lifecycle_event: 'test' }, '/work'],
      [{}, '/work'],
    ] as const) {
      const { context, close } = openContext(processWith({ ...env, PAGEPROBE_API_KEY: KEY }), signal)
      await close()
      expect(context.folder).to.equal(folder)
    }
  })

  it('ends a pause when the command is interrupted', async () => {
    const caller = new AbortController()
    const { context, close } = openContext(processWith({}), caller.signal)
    const pausing = rejectionOf(context.pause(60_000))
    caller.abort()
    expect(await pausing).to.have.property('name', 'AbortError')
    await close()
  })
})

describe('unlessInterrupted', () => {
  it('replaces an error only after Ctrl-C', async () => {
    const caller = new AbortController()
    const error = new Error('away')
    const failing = () => unlessInterrupted(caller.signal, 'The batch goes on', () => Promise.reject(error))
    expect(await rejectionOf(failing())).to.equal(error)
    caller.abort()
    expect(await rejectionOf(failing()))
      .to.be.instanceOf(Interrupted)
      .with.property('message', 'The batch goes on')
    expect(await unlessInterrupted(caller.signal, '', async () => 7)).to.equal(7)
  })
})
