import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { get } from './api-client.ts'

const EVERY_MS = 50

/**
 * Returns the longest time, in milliseconds, that the service took to answer `/healthz` during the work; rejects when
 * the work does.
 */
export async function healthDuring(serviceUrl: string, work: Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const ended = work.finally(() => {
    isDone = true
  })
  ended.catch(() => undefined) // handled below
  while (!isDone) {
    const began = performance.now()
    expect((await get(`${serviceUrl}/healthz`)).status).to.equal(200)
    longest = Math.max(longest, performance.now() - began)
    await pause(EVERY_MS)
  }
  await ended
  return longest
}
