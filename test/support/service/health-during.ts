import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { get } from './api-client.ts'

const EVERY_MS = 50

/** The longest, in milliseconds, that the service took to answer `/healthz` while the work was under way; rejects as the work. */
export async function healthDuring(serviceUrl: string, work: Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const ended = work.finally(() => {
    isOver = true
  })
  ended.catch(() => undefined) // judged below
  while (!isOver) {
    const began = performance.now()
    expect((await get(`${serviceUrl}/healthz`)).status).to.equal(200)
    longest = Math.max(longest, performance.now() - began)
    await pause(EVERY_MS)
  }
  await ended
  return longest
}
