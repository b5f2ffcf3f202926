import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { keepAliveBody } from '#gateway/cli/batch/upload.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

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
    const clock = driveClock()
    const body = keepAliveBody(OFTEN_MS)
    const received = text(body)
    await clock.pass(3 * OFTEN_MS)
    body.write('first\nsec')
    await clock.pass(3 * OFTEN_MS)
    body.write('ond\n')
    await clock.pass(2 * OFTEN_MS)
    body.end('third')
    expect(await received.finally(clock.stop)).to.equal('   first\n   second\n  third')
  })

  it('passes on a line once it is whole, and an endless one in parts without spaces between them', async () => {
    const clock = driveClock()
    const body = keepAliveBody(OFTEN_MS)
    body.write('x\ny')
    expect((await once(body, 'data')).toString()).to.equal('x\n')
    const long = 'y'.repeat(100_000)
    const received = text(body)
    body.write(long)
    await clock.pass(3 * OFTEN_MS)
    body.end('z')
    expect((await received.finally(clock.stop)) === `y${long}z`).to.equal(true)
  })
})
