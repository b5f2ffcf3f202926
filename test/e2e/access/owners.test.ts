import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest } from '#test/support/external/external-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Answer, type Call, httpCall } from '#test/unit/gateway/support/http-call.ts'

const NDJSON = { 'Content-Type': 'application/x-ndjson' }
/** Part of every URL that the first owner requests, as path and as fragment. */
const SECRET = 'secret-4711'

/** The machine may be busy: the suite has a limit. */
const ENDED_MS = 120_000

/** Resources of the first owner. */
interface Made {
  readonly inspections: readonly string[]
  readonly batches: readonly string[]
}

/** A call of the second owner, with each id of the first one's resources. */
type Tried = Call & { readonly target: string; readonly refused?: true }
type Try = (made: Made) => readonly Tried[]

const get =
  (target: string): Try =>
  () => [{ target }]
const post =
  (path: string): Try =>
  (made) =>
    made.batches.map((id) => ({ target: `/batches/${id}${path}`, method: 'POST', refused: true }))
const page = (origin: string) => encodeURIComponent(`${origin}/shared`)

/** By method and path of /openapi.json: a missing entry fails the test. */
function triesOf(origin: string): Readonly<Record<string, Try>> {
  return {
    'POST /snapshot': () => [
      {
        target: '/snapshot',
        method: 'POST',
        body: JSON.stringify({ url: `${origin}/shared`, format: 'png' }),
      },
    ],
    'GET /metadata': get(`/metadata?url=${page(origin)}`),
    'GET /performance': get(`/performance?url=${page(origin)}&waitUntil=load`),
    'GET /seo-audit': get(`/seo-audit?url=${page(origin)}&compare=true`),
    'POST /batches': () => [
      { target: '/batches', method: 'POST', headers: NDJSON, body: `${origin}/shared\n` },
    ],
    'GET /batches': get('/batches?limit=100'),
    'GET /batches/{id}': ({ batches }) =>
      batches.map((id) => ({ target: `/batches/${id}?hosts=10`, refused: true })),
    'DELETE /batches/{id}': ({ batches }) =>
      batches.map((id) => ({ target: `/batches/${id}`, method: 'DELETE', refused: true })),
    'PUT /batches/{id}/lines': ({ batches }) =>
      batches.map((id) => ({
        ...{ target: `/batches/${id}/lines?from=1`, method: 'PUT', headers: NDJSON, refused: true },
        body: `${origin}/shared\n`,
      })),
    'POST /batches/{id}/start': post('/start'),
    'POST /batches/{id}/pause': post('/pause'),
    'POST /batches/{id}/resume': post('/resume'),
    'GET /batches/{id}/results': ({ batches }) =>
      batches.map((id) => ({ target: `/batches/${id}/results?follow=false`, refused: true })),
    'GET /batches/{id}/report': ({ batches }) =>
      ['application/json', 'text/html', 'text/markdown'].flatMap((accept) =>
        batches.map((id) => ({ target: `/batches/${id}/report`, headers: { accept }, refused: true })),
      ),
    'GET /batches/{id}/pages': ({ batches }) =>
      ['application/x-ndjson', 'text/csv'].flatMap((accept) =>
        ['', '?rule=label&sort=-overall'].flatMap((query) =>
          batches.map((id) => ({
            target: `/batches/${id}/pages${query}`,
            headers: { accept },
            refused: true,
          })),
        ),
      ),
    'GET /batches/{id}/shares': ({ batches }) =>
      batches.map((id) => ({ target: `/batches/${id}/shares`, refused: true })),
    'POST /batches/{id}/shares': ({ batches }) =>
      batches.map((id) => ({ target: `/batches/${id}/shares`, method: 'POST', body: '{}', refused: true })),
    'DELETE /batches/{id}/shares/{share}': ({ batches }) =>
      batches.map((id) => ({ target: `/batches/${id}/shares/abcdefgh`, method: 'DELETE', refused: true })),
    'GET /shared/{token}': () => [{ target: `/shared/${'A'.repeat(32)}`, refused: true }],
    'GET /sites': get('/sites?limit=100'),
    'GET /sites/{host}': () => [{ target: `/sites/${new URL(origin).hostname}`, refused: true }],
    'GET /inspections': get('/inspections?limit=100'),
    'GET /inspections/{id}': ({ inspections }) =>
      inspections.map((id) => ({ target: `/inspections/${id}`, refused: true })),
    'GET /audits': get(`/audits?url=${page(origin)}`),
    'GET /audits/{id}': ({ inspections }) =>
      inspections.map((id) => ({ target: `/audits/${id}?url=${page(origin)}`, refused: true })),
    'GET /usage': get('/usage'),
    'GET /keys': get('/keys'),
    'POST /keys': () => [{ target: '/keys', method: 'POST', body: '{"owner":"first"}' }],
    'DELETE /keys/{id}': () => [{ target: '/keys/abcdefgh', method: 'DELETE' }],
    'GET /events': get('/events?follow=false'),
    'GET /thumbnail': get(`/thumbnail?url=${page(origin)}`),
    'GET /images/{file}': get(`/images/${'0'.repeat(64)}.png`),
    'GET /bodies/{file}': get(`/bodies/${'0'.repeat(64)}.json`),
    ...Object.fromEntries(
      ['/healthz', '/readyz', '/metrics', '/openapi.json', '/asyncapi.json', '/schemas/', '/docs'].map(
        (path) => [`GET ${path}`, get(path)],
      ),
    ),
    'GET /schemas/{file}': get('/schemas/result.metadata.json'),
  }
}

onBothShared('two owners', (open) => {
  let fixture: UsedService
  let site: TargetSite
  let first: string
  let second: string
  let made: Made
  before('the first owner makes one of everything', async () => {
    site = await openOwnSite({ hosts: 1 })
    fixture = await open()
    first = await key('first')
    second = await key('second')
    made = await makeAll()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const run = randomUUID()
  const named = (owner: string) => `${owner}.${run}`
  const key = (owner: string) => fixture.makeKey({ owner: named(owner) })
  const call = (holder: string, target: string, { headers, ...more }: Call = {}): Promise<Answer> =>
    httpCall(fixture.url, target, { ...more, headers: { 'X-API-Key': holder, ...headers } })
  const origin = () => site.url('')
  const secretUrl = () => site.url(`/${SECRET}`)

  const ended = (hasEnded: () => Promise<boolean>) => eventually(hasEnded, ENDED_MS)

  /** Returns the id of an inspection that has ended. */
  async function inspected(target: string, more: Call = {}): Promise<string> {
    const { status, json } = await call(first, target, { ...more, headers: { Prefer: 'respond-async' } })
    expect(status).to.equal(202)
    const { id } = json()
    await ended(async () => (await call(first, `/inspections/${id}`)).status !== 202)
    return id
  }

  async function batch(query: string): Promise<string> {
    const body = `${secretUrl()}/${query.length}\n`
    const { status, json } = await call(first, `/batches?${query}`, { method: 'POST', headers: NDJSON, body })
    expect(status).to.equal(202)
    const { id } = json()
    await ended(async () => (await call(first, `/batches/${id}`)).json().state === 'finished')
    return id
  }

  async function makeAll(): Promise<Made> {
    const url = encodeURIComponent(secretUrl())
    const fragment = `${site.url('/shared')}#${SECRET}`
    const shared = encodeURIComponent(fragment)
    const inspections = [
      await inspected(`/metadata?url=${url}`),
      await inspected(`/seo-audit?url=${url}`),
      await inspected(`/metadata?url=${shared}`),
      await inspected(`/seo-audit?url=${shared}&compare=true`),
      await inspected('/snapshot', {
        method: 'POST',
        body: JSON.stringify({ url: fragment, format: 'png' }),
      }),
      await inspected(`/performance?url=${shared}&waitUntil=load`),
    ]
    const batches = [await batch('operation=metadata'), await batch('operation=seo-audit')]
    return { inspections: [...inspections, ...batches.map((id) => `${id}.1`)], batches }
  }

  /** Checks that an answer to the second owner contains nothing of the first one. */
  async function expectNothing(name: string, { target, refused, ...more }: Tried): Promise<void> {
    const { status, headers, body } = await call(second, target, more)
    const shown = `${JSON.stringify(headers)}\n${body}`
    expect(shown, `${name} ${target}`).not.to.include(SECRET)
    // An answer may repeat the id of its request.
    if (refused) expect(status, `${name} ${target}`).to.equal(404)
    else for (const id of [...made.inspections, ...made.batches]) expect(shown, name).not.to.include(id)
  }

  it('see nothing of each other on any route of /openapi.json', async () => {
    const { paths } = (await call(second, '/openapi.json')).json()
    const tries = triesOf(origin())
    const known = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(known.filter((name) => tries[name] === undefined)).to.deep.equal([])
    for (const name of known) for (const one of tries[name]?.(made) ?? []) await expectNothing(name, one)
  })

  it("do not compare with each other's audits", async () => {
    const audit = async (holder: string) =>
      (await call(holder, `/seo-audit?url=${page(origin())}&compare=true`)).json().diff.history.length
    expect(await audit(await key('third'))).to.equal(0)
    expect(await audit(first)).to.equal(1)
  })

  it('see their own', async () => {
    for (const id of made.inspections) {
      const { status, body } = await call(first, `/inspections/${id}`)
      expect([id, status]).to.deep.equal([id, 200])
      if (!id.includes('.')) continue
      expect(body.toString()).to.include(SECRET)
    }
    const { inspections } = (await call(await key('first'), '/inspections?limit=100')).json()
    const interactive = made.inspections.filter((id) => !id.includes('.'))
    expect(inspections.map(({ id }: { id: string }) => id)).to.include.members(interactive)
    const listed = (await call(first, '/batches')).json().batches.map(({ id }: { id: string }) => id)
    expect(listed).to.have.members(made.batches)
    const events = (await call(first, '/events?follow=false')).body.toString()
    for (const id of made.inspections) expect(events).to.include(id)
  })

  it('lose no item of a batch, nor their name, to a producer who claims it', async () => {
    const released = Promise.withResolvers<void>()
    const slow = await openOwnSite({
      before: () => released.promise,
    })
    try {
      const urls = [slow.url('/1'), slow.url('/2')]
      const posted = { method: 'POST', headers: NDJSON, body: `${urls.join('\n')}\n` }
      const { id } = (await call(first, '/batches', posted)).json()
      await ended(async () => slow.hits('/1') === 1)
      const data = { operation: 'metadata', parameters: { url: site.url('/forged') } }
      const order = randomUUID()
      await fixture.external.produce(BATCH, [
        binaryRequest(`${id}.2`, data),
        binaryRequest(order, data, { ce_tenant: tenantIdOf(named('first')) }),
      ])
      const letters = () =>
        fixture.external.records.filter(
          ({ topic, headers }) =>
            topic === 'dead-letter' && [`${id}.2`, order].includes(String(headers.ce_id)),
        )
      await ended(async () => letters().length > 0)
      released.resolve()
      await ended(async () => (await call(first, `/batches/${id}`)).json().state === 'finished')
      const results = (await call(first, `/batches/${id}/results`)).body.toString().trim().split('\n')
      expect(results.map((line) => JSON.parse(line).url)).to.have.members(urls)
      expect(letters().map(({ headers }) => String(headers.ce_id))).to.deep.equal([`${id}.2`])
      const ofProducer = () =>
        fixture.external.records.find(({ headers }) => String(headers.ce_subject) === order)
      await ended(async () => ofProducer() !== undefined)
      expect(ofProducer()?.headers).not.to.have.property('ce_tenant')
    } finally {
      released.resolve()
      await slow.close()
    }
  })
})
