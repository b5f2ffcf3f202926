import { expect } from 'chai'
import type { Context } from 'koa'
import {
  sendAccepted,
  sendAnswer,
  sendCached,
  sendStillRunning,
} from '#gateway/routes/response/inspection.ts'
import { serveApp } from '../../support/serve-app.ts'

const ID = '0b9c7d1e-1f5a-4c8e-9a51-1d3f7a1c2b3d'

/** The answer that a route sends. */
// biome-ignore lint/suspicious/noExplicitAny: contexts of any state
async function sent(send: (context: any) => void) {
  const app = await serveApp((context: Context) => {
    context.state = { operation: 'metadata' }
    send(context)
  })
  try {
    const answer = await fetch(app.url)
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  } finally {
    app.close()
  }
}

describe('answer about an inspection', () => {
  it('is the cached text as it is, marked as cached', async () => {
    const { headers, text } = await sent((context) => sendCached(context, 'metadata', '{ "a": 1 }'))
    expect(text).to.equal('{ "a": 1 }')
    expect(headers).to.include({ 'x-cache': 'HIT', 'content-type': 'application/json; charset=utf-8' })
  })

  it('is the text of a new result, with its times', async () => {
    const answer = { timing: 'fetch;dur=5', operation: 'metadata', resultJson: '{"b":2}' }
    const { headers, text } = await sent((context) => sendAnswer(context, answer))
    expect(text).to.equal('{"b":2}')
    expect(headers).to.include({ 'x-cache': 'MISS', 'server-timing': 'fetch;dur=5' })
  })

  it('is 202 with its place, for one that was accepted', async () => {
    const { status, headers, text } = await sent((context) => sendAccepted(context, ID))
    expect(status).to.equal(202)
    expect(headers).to.include({ location: `/inspections/${ID}`, 'retry-after': '2' })
    expect(JSON.parse(text)).to.deep.equal({ id: ID, status: 'running', location: `/inspections/${ID}` })
  })

  it('is 503 with its place, for one that takes longer than the call may wait', async () => {
    const { status, headers, text } = await sent((context) => sendStillRunning(context, ID))
    expect(status).to.equal(503)
    expect(headers).to.include({ location: `/inspections/${ID}`, 'retry-after': '2' })
    expect(JSON.parse(text)).to.have.nested.property('error.details.retry_after', 2)
  })

  it('is the failure with its own status and operation', async () => {
    const failure = { code: 'TIMEOUT', status: 408, message: 'late', details: null, operation: 'snapshot' }
    const answer = { timing: '', failure: { ...failure, stage: 'render', host: '', url: '' } }
    const { status, text } = await sent((context) => sendAnswer(context, answer as never))
    expect(status).to.equal(408)
    expect(text).to.include('late')
  })
})
