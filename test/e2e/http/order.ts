import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture } from './contract-fixture.ts'

/** Faults of a call, in the order of checks (infra/docs/clients.md#order-of-checks). */
const faults = ['path', 'method', 'key', 'scope', 'media', 'size', 'parameters', 'address', 'quota'] as const
type Fault = (typeof faults)[number]

/** The answer for each fault alone: its status, and for 400 the parameter that it names. */
const verdicts: Readonly<Record<Fault, readonly [status: number, blamed?: string]>> = {
  path: [404],
  method: [405],
  key: [401],
  scope: [403],
  media: [415],
  size: [413],
  parameters: [400, 'device'],
  address: [400, 'url'],
  quota: [429],
}

interface Operation {
  readonly name: string
  /** The faults that apply to the operation. */
  readonly faults: readonly Fault[]
  send(fixture: ContractFixture, present: ReadonlySet<Fault>, key: string | null): Promise<Answer>
}

function urlOf(fixture: ContractFixture, present: ReadonlySet<Fault>): string {
  return present.has('address') ? 'http://10.0.0.1/' : fixture.site.url('/kept-out')
}

const snapshot: Operation = {
  name: 'snapshot',
  faults,
  send(fixture, present, key) {
    const url = urlOf(fixture, present)
    const parameters = present.has('parameters') ? { url, device: 'fridge' } : { url }
    const padding = present.has('size') ? ' '.repeat(65_536) : ''
    return fixture.call(present.has('path') ? '/snapshots' : '/snapshot', {
      method: present.has('method') ? 'PUT' : 'POST',
      key,
      headers: { 'Content-Type': present.has('media') ? 'text/plain' : 'application/json' },
      body: JSON.stringify(parameters) + padding,
    })
  },
}

const metadata: Operation = {
  name: 'metadata',
  faults: faults.filter((fault) => fault !== 'media' && fault !== 'size'),
  send(fixture, present, key) {
    const query = new URLSearchParams({ url: urlOf(fixture, present) })
    if (present.has('parameters')) query.set('device', 'fridge')
    const path = present.has('path') ? '/metadatas' : '/metadata'
    return fixture.call(`${path}?${query}`, { method: present.has('method') ? 'DELETE' : 'GET', key })
  },
}

const performance: Operation = {
  name: 'performance',
  faults: metadata.faults,
  send(fixture, present, key) {
    const query = new URLSearchParams({ url: urlOf(fixture, present) })
    if (present.has('parameters')) query.set('device', 'fridge')
    const path = present.has('path') ? '/performances' : '/performance'
    return fixture.call(`${path}?${query}`, { method: present.has('method') ? 'DELETE' : 'GET', key })
  },
}

/** The parameter that a 400 names, in any shape. */
function blamedBy({ status, json }: Answer): string | undefined {
  if (status !== 400) return undefined
  const { error, message } = json()
  return typeof error === 'string' ? message.split(' ')[0] : error.details[0].path[0]
}

/** The order of checks: a call with two faults is answered for the first one. */
export function orderContract(fixture: ContractFixture): void {
  describe('order of checks', () => {
    /** Keys by their fault. */
    const keys: Record<string, string | null> = {}
    before(async () => {
      const spent = { plan: 'enterprise', limits: { metadata: 0, snapshot: 0, performance: 0 } }
      keys[''] = fixture.key
      keys.quota = await fixture.makeKey(spent)
      keys.scope = await fixture.makeKey({ plan: 'enterprise', scopes: ['batch'] })
      keys['scope,quota'] = await fixture.makeKey({ ...spent, scopes: ['batch'] })
    })
    function keyOf(present: ReadonlySet<Fault>): string | null {
      if (present.has('key')) return null
      return keys[['scope', 'quota'].filter((fault) => present.has(fault as Fault)).join()] ?? null
    }

    for (const operation of [snapshot, metadata, performance]) {
      const own = operation.faults
      const cases = own.flatMap((first, at) => own.slice(at).map((second) => [first, second] as const))
      for (const [first, second] of cases) {
        it(`${operation.name}: ${first === second ? first : `${first} before ${second}`}`, async () => {
          const present = new Set([first, second])
          const answer = await operation.send(fixture, present, keyOf(present))
          const [status, blamed] = verdicts[first]
          expect([answer.status, blamedBy(answer)]).to.deep.equal([status, blamed])
        })
      }
      it(`${operation.name}: a call with all faults is answered for the first`, async () => {
        const present = new Set(own)
        expect((await operation.send(fixture, present, null)).status).to.equal(404)
      })
    }
  })
}
