import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { expect } from 'chai'
import { Agent, fetch, interceptors, request } from 'undici'
import type { Resolve } from '#shared/egress/dns/name-lookup.ts'
import { EgressRefused, makeEgress, Unresolvable } from '#shared/egress/egress.ts'
import { parseAllow, parseHosts, parsePorts } from '#shared/egress/policy/egress-rules.ts'
import { type Canary, openCanary, portOf } from '../canary.ts'

interface Settings {
  allow?: string
  hosts?: string
  resolve?: Resolve
  dnsCacheMs?: number
}

describe('guardedConnector', () => {
  const agents: Agent[] = []
  const servers: (Server | Canary)[] = []
  let canary: Canary

  function agentOf({
    allow = '',
    hosts = '',
    resolve = async () => [],
    dnsCacheMs = 60_000,
  }: Settings = {}): Agent {
    const rules = {
      allow: parseAllow(allow),
      hosts: parseHosts(hosts),
      ports: parsePorts('1-65535'),
      ownAddresses: [],
    }
    const limits = { dnsTimeoutMs: 60_000, dnsCacheMs, connectTimeoutMs: 60_000 }
    const agent = new Agent({ connect: makeEgress({ rules, resolve, ...limits }).connector })
    agents.push(agent)
    return agent
  }

  async function serve(
    host: string,
    port: number,
    answer: (req: IncomingMessage, res: ServerResponse) => void,
  ) {
    const server = createServer(answer).listen(port, host)
    servers.push(server)
    await once(server, 'listening')
    return portOf(server)
  }

  function answerWith(text: string) {
    return (_: IncomingMessage, response: ServerResponse) => void response.end(text)
  }

  async function read(agent: Agent, url: string): Promise<string> {
    const { body } = await request(url, { dispatcher: agent })
    return body.text()
  }

  async function failure(agent: Agent, url: string): Promise<unknown> {
    return read(agent, url).then(
      (text) => `answered ${text}`,
      (error: unknown) => error,
    )
  }

  beforeEach(async () => {
    canary = await openCanary('127.0.0.1')
    servers.push(canary)
  })
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.destroy()))
    for (const server of servers.splice(0)) server.close()
  })

  describe('refuses without a connection', () => {
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
    ]
    for (const host of hosts) {
      it(`the literal ${host}, which is never resolved`, async () => {
        const error = await failure(agentOf(), `http://${host}:${canary.port}/`)
        expect(error).to.be.instanceOf(EgressRefused)
        expect(error).to.include({
          reason: 'address_not_allowed',
          message: 'url must not point to a private or reserved address',
        })
        expect(canary.hits).to.equal(0)
      })
    }

    it('an internal name', async () => {
      const error = await failure(agentOf(), `http://localhost:${canary.port}/`)
      expect(error).to.be.instanceOf(EgressRefused).and.to.include({ reason: 'name_not_allowed' })
      expect(canary.hits).to.equal(0)
    })

    it('a name that resolves to a private address', async () => {
      const agent = agentOf({ resolve: async () => ['127.0.0.1'] })
      const error = await failure(agent, `http://nip.example.com:${canary.port}/`)
      expect(error).to.be.instanceOf(EgressRefused)
      expect(String(error)).not.to.include('127')
      expect(canary.hits).to.equal(0)
    })

    it('a name with one bad address among its answers, whatever the order', async () => {
      for (const answers of [
        ['8.8.8.8', '127.0.0.1'],
        ['127.0.0.1', '8.8.8.8'],
      ]) {
        const agent = agentOf({ resolve: async () => answers })
        expect(await failure(agent, `http://mixed.example.com:${canary.port}/`)).to.be.instanceOf(
          EgressRefused,
        )
      }
      expect(canary.hits).to.equal(0)
    })

    it('https like http', async () => {
      const error = await failure(agentOf(), `https://127.0.0.1:${canary.port}/`)
      expect(error).to.be.instanceOf(EgressRefused)
      expect(canary.hits).to.equal(0)
    })

    it('a request of fetch, with the refusal as the cause', async () => {
      const error = await fetch(`http://127.0.0.1:${canary.port}/`, { dispatcher: agentOf() }).catch(
        (reason: unknown) => reason,
      )
      expect(error).to.have.property('cause').that.is.instanceOf(EgressRefused)
      expect(canary.hits).to.equal(0)
    })

    it('a name without address', async () => {
      const error = await failure(agentOf(), `http://unknown.example.com:${canary.port}/`)
      expect(error).to.be.instanceOf(Unresolvable).and.to.include({ reason: 'dns_failure' })
    })
  })

  describe('connects to an allowed target', () => {
    it('by address', async () => {
      const port = await serve('127.0.0.1', 0, answerWith('here'))
      const agent = agentOf({ allow: `127.0.0.1:${port}` })
      expect(await read(agent, `http://127.0.0.1:${port}/`)).to.equal('here')
      expect(await read(agent, `http://0x7f.1:${port}/`)).to.equal('here')
      expect(await failure(agent, `http://127.0.0.1:${canary.port}/`)).to.be.instanceOf(EgressRefused)
      expect(canary.hits).to.equal(0)
    })

    it('by a name in the DNS and by a configured one', async () => {
      const port = await serve('127.0.0.2', 0, (req, res) => void res.end(req.headers.host))
      const resolve = async () => ['127.0.0.2']
      const agent = agentOf({ allow: `127.0.0.0/8:${port}`, hosts: 'wiki=127.0.0.2', resolve })
      expect(await read(agent, `http://www.example.com:${port}/`)).to.equal(`www.example.com:${port}`)
      expect(await read(agent, `http://wiki:${port}/`)).to.equal(`wiki:${port}`)
    })

    it('by an IPv6 literal', async function () {
      const port = await serve('::1', 0, answerWith('six')).catch(() => this.skip())
      expect(await read(agentOf({ allow: `[::1]:${port}` }), `http://[::1]:${port}/`)).to.equal('six')
    })

    it('at the next address when one refuses', async () => {
      const port = await serve('127.0.0.3', 0, answerWith('third'))
      const agent = agentOf({ allow: '127.0.0.0/8:*', resolve: async () => ['127.0.0.2', '127.0.0.3'] })
      expect(await read(agent, `http://www.example.com:${port}/`)).to.equal('third')
    })

    it("fails with the socket's error if no server listens", async () => {
      const agent = agentOf({ allow: '127.0.0.0/8:*' })
      const error = await failure(agent, `http://127.0.0.2:${canary.port}/`)
      expect(error).to.include({ code: 'ECONNREFUSED' })
    })
  })

  describe('connects only to the checked address', () => {
    /** Resolves to 127.0.0.2 once, and to the canary's 127.0.0.1 from then on. */
    function rebinding(): Resolve {
      let asked = 0
      return async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1']
    }

    it('when the name is rebound between check and connection', async () => {
      const port = await serve('127.0.0.2', canary.port, answerWith('checked'))
      const resolve = rebinding()
      const agent = agentOf({ allow: `127.0.0.2:${port}`, resolve })
      expect(await read(agent, `http://www.example.com:${port}/`)).to.equal('checked')
      expect(canary.hits).to.equal(0)
    })

    it('and refuses the next connection when the new address is not allowed', async () => {
      const close = (_: IncomingMessage, res: ServerResponse) =>
        void res.setHeader('connection', 'close').end('checked')
      const port = await serve('127.0.0.2', canary.port, close)
      const agent = agentOf({ allow: `127.0.0.2:${port}`, resolve: rebinding(), dnsCacheMs: 0 })
      expect(await read(agent, `http://www.example.com:${port}/`)).to.equal('checked')
      expect(await failure(agent, `http://www.example.com:${port}/`)).to.be.instanceOf(EgressRefused)
      expect(canary.hits).to.equal(0)
    })

    it('when the kernel connects to another one: 0.0.0.0 leads to 127.0.0.1', async () => {
      const requests: string[] = []
      const port = await serve('127.0.0.1', 0, (req, res) => {
        requests.push(req.url ?? '')
        res.end()
      })
      const error = await failure(agentOf({ allow: `0.0.0.0:${port}` }), `http://0.0.0.0:${port}/`)
      expect(error).to.be.instanceOf(EgressRefused)
      expect(requests).to.deep.equal([])
    })
  })

  describe('checks each hop of a redirect', () => {
    async function redirecting(): Promise<number> {
      return serve('127.0.0.2', 0, (_, res) => {
        res.writeHead(302, { location: `http://127.0.0.1:${canary.port}/secret` }).end()
      })
    }

    it('followed by hand', async () => {
      const port = await redirecting()
      const agent = agentOf({ allow: `127.0.0.2:${port}` })
      const { headers, body } = await request(`http://127.0.0.2:${port}/`, { dispatcher: agent })
      await body.dump()
      expect(await failure(agent, String(headers.location))).to.be.instanceOf(EgressRefused)
      expect(canary.hits).to.equal(0)
    })

    it("followed by undici's interceptor and by fetch", async () => {
      const port = await redirecting()
      const agent = agentOf({ allow: `127.0.0.2:${port}` })
      const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }))
      const url = `http://127.0.0.2:${port}/`
      const error = await request(url, { dispatcher }).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(EgressRefused)
      const fetched = await fetch(url, { dispatcher: agent }).catch((reason: unknown) => reason)
      expect(fetched).to.have.property('cause').that.is.instanceOf(EgressRefused)
      expect(canary.hits).to.equal(0)
    })
  })
})
