import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { keepAliveBody } from '#gateway/cli/batch/upload.ts'

const OFTEN_MS = 20
const NEVER_MS = 100_000

describe('keepAliveBody', () => {
  it('passes on its input, wherever it is cut', async () => {
    const body = keepAliveBody(NEVER_MS)
    for (const chunk of ['a', '\nb\nc', '', 'd\n\n', 'e']) body.write(chunk)
    body.end()
    expect(await text(body)).to.equal('a\nb\ncd\n\ne')
  })

  it('sends spaces ahead of the next line while nothing arrives, and none within a line', async () => {
    const body = keepAliveBody(OFTEN_MS)
    const received = text(body)
    await sleep(3 * OFTEN_MS)
    body.write('first\nsec')
    await sleep(3 * OFTEN_MS)
    body.write('ond\n')
    await sleep(3 * OFTEN_MS)
    body.end('third')
    expect(await received).to.match(/^ +first\n +second\n +third$/)
  })

  it('passes on a line once it is whole, and does not buffer an endless one', async () => {
    const body = keepAliveBody(OFTEN_MS)
    body.write('x\ny')
    expect((await once(body, 'data')).toString()).to.equal('x\n')
    const long = 'y'.repeat(100_000)
    body.write(long)
    body.end()
    expect((await text(body)).trimStart() === `y${long}`).to.equal(true)
  })
})
