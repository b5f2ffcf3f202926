import { expect } from 'chai'
import { dataOf, recordWhere } from '#test/support/external/external-client.ts'
import { type ApiAnswer, getPath } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import type { Expected } from './answers.ts'

/** Inspects hostile targets. */
export interface HostileInspections {
  inspect(url: string): Promise<ApiAnswer>
  /** Inspects the target, and expects its documented outcome. */
  expectOutcome(url: string, expected: Expected): Promise<void>
  /** Expects that another page, at `url`, is inspected. */
  expectNextPageWorks(url: string): Promise<void>
}

export function hostileInspections(fixture: () => UsedService): HostileInspections {
  let asked = 0
  const inspect = (url: string) => getPath(fixture(), `/metadata?url=${encodeURIComponent(url)}`)

  /** Metadata answers these with 500 in shape B (infra/docs/clients.md#errors); the failure event has the code. */
  async function expectFailure(url: string, answer: ApiAnswer, expected: object): Promise<void> {
    const { statusCode, message } = answer.json ?? {}
    expect([answer.status, statusCode], answer.text).to.deep.equal([500, 500])
    expect(message).to.be.a('string').and.not.equal('An unexpected error occurred')
    const failed = await recordWhere(
      fixture().external,
      (record) => record.topic === 'inspection.failed' && dataOf(record).url === url,
    )
    const { code, details } = dataOf(failed) as { code: string; details: { reason?: string } }
    const reason = details.reason === undefined ? {} : { reason: details.reason }
    expect({ code, ...reason }).to.deep.equal(expected)
  }

  return {
    inspect,
    async expectOutcome(url, expected) {
      const answer = await inspect(url)
      if ('code' in expected) return expectFailure(url, answer, expected)
      expect([answer.status, answer.json?.title], answer.text.slice(0, 300)).to.deep.equal([
        200,
        expected.title,
      ])
    },
    async expectNextPageWorks(url) {
      const { status, json, text } = await inspect(`${url}?${asked++}`)
      expect([status, json?.title], text).to.deep.equal([200, 'Fine'])
    },
  }
}
