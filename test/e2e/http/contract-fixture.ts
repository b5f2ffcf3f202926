import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '#shared/errors.ts'
import { eventually } from '#test/contract/eventually.ts'
import { nodeFolders } from '#test/support/node-folders.ts'
import { type Outcome, root, sandbox } from '#test/support/sandbox.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { type Answer, type Call, httpCall } from '#test/unit/gateway/support/http-call.ts'
import { leaksOf } from './leaks.ts'
import { type Published, publishedBy } from './published.ts'
import { type ContractSite, openContractSite } from './site.ts'

/** A call of the interface; its JSON body is `json`, and `key` is that of the fixture by default. */
export interface ContractCall extends Omit<Call, 'agent'> {
  readonly key?: string | null
  readonly json?: unknown
}

export type Parameters = Readonly<Record<string, unknown>>

/**
 * The whole service in one process, a site to inspect, and a client that validates every answer against the
 * documents.
 */
export interface ContractFixture {
  readonly url: string
  /** A key with all scopes, of an owner of its own. */
  readonly key: string
  readonly site: ContractSite
  /** A host name of the site's address, and one of a private address. */
  readonly names: { readonly site: string; readonly inside: string }
  open(openService: () => Promise<UsedService>): Promise<void>
  close(): Promise<void>
  call(target: string, call?: ContractCall): Promise<Answer>
  /** `GET /metadata`, parameters in this order. */
  metadata(parameters: Parameters, call?: ContractCall): Promise<Answer>
  /** `GET /performance`, parameters in this order. */
  performance(parameters: Parameters, call?: ContractCall): Promise<Answer>
  /** `GET /seo-audit`, parameters in this order. */
  audit(parameters: Parameters, call?: ContractCall): Promise<Answer>
  /** `POST /snapshot`. */
  snapshot(parameters: unknown, call?: ContractCall): Promise<Answer>
  /** Runs the keys command beside the running service. */
  keys(...args: string[]): Promise<Outcome>
  /** Makes a key with these fields of `POST /keys`, and its defaults. */
  makeKey(about?: object): Promise<string>
}

const names = { site: 'shop.contract-tests.com', inside: 'inside.contract-tests.com' } as const

export function makeContractFixture(): ContractFixture {
  let site: ContractSite
  let service: UsedService
  let published: Published
  let clients = 0

  /** The service counts failed authentications by client address: each gets a new one. */
  function strangerAddress(): string {
    clients += 1
    return `127.1.${Math.floor(clients / 250)}.${1 + (clients % 250)}`
  }

  async function call(
    target: string,
    { key = service.key, json, ...more }: ContractCall = {},
  ): Promise<Answer> {
    const headers = {
      ...(key !== null && { 'X-API-Key': key }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...more.headers,
    }
    const body = json === undefined ? more.body : JSON.stringify(json)
    const localAddress = more.localAddress ?? (key === service.key ? '127.0.0.1' : strangerAddress())
    const answer = await httpCall(service.url, target, {
      ...more,
      headers,
      localAddress,
      ...(body !== undefined && { body }),
    })
    checkAgainstDocuments(more.method ?? 'GET', target, answer, body)
    return answer
  }

  function checkAgainstDocuments(
    method: string,
    target: string,
    answer: Answer,
    body: string | undefined,
  ): void {
    published.check({ method, target, answer })
    if (answer.status < 400) return
    const said = [...new URLSearchParams(target.split('?')[1] ?? '').values(), ...textsOf(body)]
    const hosts = said.flatMap((text) => (URL.canParse(text) ? [new URL(text).origin] : []))
    expect(leaksOf(answer.body.toString(), [...said, ...hosts, new URL(site.url('/')).origin])).to.deep.equal(
      [],
    )
  }

  async function keys(...args: string[]): Promise<Outcome> {
    const box = await sandbox()
    try {
      const env = { ...service.env, ...nodeFolders() }
      return await box.run(process.execPath, [join(root, 'gateway/cli/keys.ts'), ...args], env)
    } finally {
      await box.remove()
    }
  }

  return {
    get url() {
      return service.url
    },
    get site() {
      return site
    },
    get key() {
      return service.key
    },
    names,
    async open(openService) {
      site = await openContractSite()
      service = await openService()
      published = publishedBy((await httpCall(service.url, '/openapi.json')).json())
    },
    async close() {
      site?.release()
      await service?.close()
      await site?.close()
    },
    call,
    metadata: (parameters, more) => call(`/metadata?${new URLSearchParams(texts(parameters))}`, more),
    performance: (parameters, more) => call(`/performance?${new URLSearchParams(texts(parameters))}`, more),
    audit: (parameters, more) => call(`/seo-audit?${new URLSearchParams(texts(parameters))}`, more),
    snapshot: (json, more) => call('/snapshot', { method: 'POST', json, ...more }),
    keys,
    makeKey(json = {}) {
      return service.makeKey({ ...commandDefaults, ...json })
    },
  }
}

/** Those of the keys command, and of `POST /keys`. */
const commandDefaults = { plan: 'free', scopes: [...operations] }

/** The answer of an inspection that has ended. */
export async function endedInspection(
  { call }: ContractFixture,
  location: string,
  key?: string,
): Promise<Answer> {
  let answer: Answer | undefined
  await eventually(async () => {
    answer = await call(location, { ...(key !== undefined && { key }) })
    return answer.status !== 202
  })
  return answer as Answer
}

function texts(parameters: Parameters): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
}

/** Every text in a JSON body. */
function textsOf(body: string | undefined): string[] {
  if (body === undefined) return []
  const found: string[] = [body, body.slice(0, 100)]
  try {
    JSON.parse(body, (_name, value) => {
      if (typeof value === 'string') found.push(value, `${value.slice(0, 200)}…`)
      return value
    })
  } catch {
    return found
  }
  return found
}
