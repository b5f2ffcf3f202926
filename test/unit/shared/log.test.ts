import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { logTo } from '#shared/log.ts'

describe('log', () => {
  function written(
    level: string,
    secrets: string[],
    write: (log: ReturnType<typeof logTo>) => void,
  ): string[] {
    const lines: string[] = []
    write(logTo({ write: (line) => void lines.push(line) }, level, secrets))
    return lines
  }

  it('writes a line of JSON for each message, from its level on', () => {
    const lines = written('info', [], (log) => {
      log.debug('not this')
      log.info({ service: 'store' }, 'there again')
      log.error({ err: new Error('broken') }, 'failed')
    })
    const [first, second] = lines.map((line) => JSON.parse(line))
    expect(lines).to.have.length(2)
    expect(first).to.include({ level: 30, service: 'store', msg: 'there again', pid: process.pid })
    expect(second.err).to.include({ type: 'Error', message: 'broken' })
    expect(second.err.stack).to.include('log.test.ts')
  })

  it('redacts the given secrets, also in messages of libraries', () => {
    const [line = ''] = written('info', ['hunter22'], (log) => {
      const err = Object.assign(new Error('ERR AUTH hunter22'), {
        command: { name: 'auth', args: ['hunter22'] },
      })
      log.warn({ err, url: 'redis://default:hunter22@redis' }, 'hunter22')
    })
    expect(line).not.to.include('hunter22')
    expect(JSON.parse(line).err.message).to.equal('ERR AUTH [hidden]')
  })

  it('writes nothing of a URL that a caller wrote, of a failure or of a URL error', () => {
    const url = 'http://a.example/?id=hunter22'
    const failure = new Failure('TIMEOUT', 'too slow', { details: { url, timeout_ms: 1 } })
    const invalid = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: url })
    const lines = written('info', [], (log) => {
      for (const err of [failure, invalid]) log.error({ err }, 'failed')
    })
    expect(lines.join()).not.to.include('hunter22')
    const [first, second] = lines.map((line) => JSON.parse(line).err)
    expect(first).to.include({ message: 'too slow', code: 'TIMEOUT' })
    expect(second).to.include({ type: 'TypeError', message: 'Invalid URL', code: 'ERR_INVALID_URL' })
    expect(first.stack).to.include('log.test.ts')
  })
})
