import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import {
  MAX_EVENT_BYTES,
  MAX_PARTS,
  splitMessages,
} from '#stages/render/adapters/browsers/launch/split-messages.ts'

const PIECE = 65_536

/** What is delivered of a message that comes in pieces, and the bytes that it counts for. */
async function deliver(message: string): Promise<{ text: string; bytes: number }[]> {
  const delivered: { text: string; bytes: number }[] = []
  const split = splitMessages(
    10 * MAX_EVENT_BYTES,
    (text, bytes) => void delivered.push({ text, bytes }),
    () => {},
  )
  const bytes = Buffer.from(`${message}\0`)
  for (let at = 0; at < bytes.length; at += PIECE) split(bytes.subarray(at, at + PIECE))
  await turn()
  return delivered
}

describe('messages of the browser', () => {
  const session = '"sessionId":"A1"'

  it('are passed on whole when they are a large picture', async () => {
    const message = `{"id":7,"result":{"data":"${'A'.repeat(2 * MAX_EVENT_BYTES)}"},${session}}`
    const [delivered] = await deliver(message)
    expect(delivered?.text === message).to.equal(true)
  })

  it('are passed on whole with as many parts as there may be', async () => {
    // An object, a list and four strings around a comma for each further number.
    const message = `{"id":7,"result":[${'1,'.repeat(MAX_PARTS - 10)}1],${session}}`
    const [delivered] = await deliver(message)
    expect(delivered?.text === message).to.equal(true)
  })

  it('are an error of the same call when a reply has more parts, and count with all their bytes', async () => {
    const message = `{"id":7,"result":[${'{},'.repeat(MAX_PARTS)}0],${session}}`
    const [delivered] = await deliver(message)
    const answer = JSON.parse(delivered?.text ?? '')
    expect(answer).to.have.all.keys('id', 'error', 'sessionId')
    expect(answer).to.include({ id: 7, sessionId: 'A1' })
    expect(answer.error.message).to.be.a('string')
    expect(delivered?.bytes).to.equal(message.length)
  })

  for (const [what, params] of [
    ['is very long', `"${'x'.repeat(MAX_EVENT_BYTES)}"`],
    ['has very many parts', `[${'[],'.repeat(MAX_PARTS)}0]`],
  ] as const) {
    it(`are an empty event of the same session when an event ${what}`, async () => {
      const message = `{"method":"Network.requestWillBeSent","params":${params},${session}}`
      const [delivered] = await deliver(message)
      expect(JSON.parse(delivered?.text ?? '')).to.deep.equal({
        ...{ method: 'Omitted', params: {}, sessionId: 'A1' },
      })
    })
  }

  it('do not take the words of a page for a session', async () => {
    const forged = JSON.stringify(`${'x'.repeat(MAX_EVENT_BYTES)},"sessionId":"B2"}`)
    const [delivered] = await deliver(`{"method":"Network.dataReceived","params":{"text":${forged}}}`)
    expect(JSON.parse(delivered?.text ?? '')).not.to.have.property('sessionId')
  })
})
