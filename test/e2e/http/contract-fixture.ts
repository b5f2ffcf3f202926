import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { freshFolder } from '#infra/services/process.ts'
import { type Outcome, root, sandbox } from '#test/support/sandbox.ts'
import { API_KEY, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { CLOSED_PORT } from '#test/support/sites/closed-port.ts'
import { type Answer, type Call, httpCall } from '#test/unit/gateway/support/http-call.ts'
import { leaksOf } from './leaks.ts'
import { type Published, publishedBy } from './published.ts'
import { type ContractSite, openContractSite } from './site.ts'

/** A call of the interface; its JSON body is `json`, and `key` is the key of the tests with all scopes by default. */
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
  readonly site: ContractSite
  readonly service: ServiceProcess
  /** A host name of the site's address, and one of a private address. */
  readonly names: { readonly site: string; readonly inside: string }
  open(env?: Readonly<Record<string, string>>): Promise<void>
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
  /** Makes a key with the command. */
  makeKey(...args: string[]): Promise<string>
}

const names = { site: 'shop.contract-tests.com', inside: 'inside.contract-tests.com' } as const

export function makeContractFixture(): ContractFixture {
  let site: ContractSite
  let service: ServiceProcess
  let published: Published
  let folder: string
  let settings: Readonly<Record<string, string>>
  let clients = 0

  /** The service counts failed authentications by client address: each gets a new one. */
  function strangerAddress(): string {
    clients += 1
    return `127.1.${Math.floor(clients / 250)}.${1 + (clients % 250)}`
  }

  async function call(target: string, { key = API_KEY, json, ...more }: ContractCall = {}): Promise<Answer> {
    const headers = {
      ...(key !== null && { 'X-API-Key': key }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...more.headers,
    }
    const body = json === undefined ? more.body : JSON.stringify(json)
    const localAddress = more.localAddress ?? (key === API_KEY ? '127.0.0.1' : strangerAddress())
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
      const env = { ...settings, DATA_DIR: folder, ...nodeFolders() }
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
    get service() {
      return service
    },
    names,
    async open(env = {}) {
      settings = env
      folder = await freshFolder('contract')
      site = await openContractSite()
      const { hostname, port } = new URL(site.url('/'))
      service = await startParts([], {
        env: {
          DATA_DIR: folder,
          EGRESS_ALLOW: `${hostname}:${port},${hostname}:${CLOSED_PORT}`,
          // Pages link to GitHub, which gets a documentation address (RFC 5737): no outside host is requested.
          EGRESS_HOSTS: `${names.site}=${hostname},${names.inside}=10.1.2.3,github.com=192.0.2.1`,
          ...env,
        },
      })
      published = publishedBy((await httpCall(service.url, '/openapi.json')).json())
    },
    async close() {
      site?.release()
      await service?.stop()
      await site?.close()
      if (folder) await rm(folder, { recursive: true, force: true })
    },
    call,
    metadata: (parameters, more) => call(`/metadata?${new URLSearchParams(texts(parameters))}`, more),
    performance: (parameters, more) => call(`/performance?${new URLSearchParams(texts(parameters))}`, more),
    audit: (parameters, more) => call(`/seo-audit?${new URLSearchParams(texts(parameters))}`, more),
    snapshot: (json, more) => call('/snapshot', { method: 'POST', json, ...more }),
    keys,
    async makeKey(...args) {
      const { code, stdout, stderr } = await keys('create', ...args)
      expect([code, stderr], args.join(' ')).to.deep.equal([0, ''])
      return stdout.trim()
    },
  }
}

/** The folders of Node that a test run sets: for the coverage, and to compile once. */
function nodeFolders(): Record<string, string> {
  const names = ['NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
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
