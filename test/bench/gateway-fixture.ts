import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#infra/services/process.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Child, startChild } from './child.ts'

/** A gateway in a process of its own, the stages in another one, and a site to inspect. */
export interface GatewayFixture {
  readonly gateway: Child
  /** Base URL of the gateway. */
  readonly url: string
  readonly site: TargetSite
  /** Releases the pages under `/held`. */
  release(): void
  close(): Promise<void>
}

/** The key has no limit, so no calls are counted for it. */
export const KEY = 'pp_benchkey_00000000000000000000000000000000'
const MAIN = 'infra/main.ts'
const HOSTS = 20
const HOLD_MS = '100000'
/** Connections are idle during the rounds of the other server, and carry all requests of a run. */
const bounds = { KEEP_ALIVE_MS: 120_000, MAX_REQUESTS_PER_SOCKET: 1_000_000_000 }

/** Its metadata has as many bytes as that of the median page of 533 pages of the web. */
const usualPage: Route = (_, response) => {
  const links = Array.from({ length: 70 }, (_, at) => `<a href="/articles/${at}">All about number ${at}</a>`)
  const images = Array.from({ length: 20 }, (_, at) => `<img src="/pictures/${at}.jpeg" alt="Picture ${at}">`)
  htmlPage(response, '/usual', [...links, ...images].join('\n'))
}

/** `env` names the real services. */
export async function openGatewayFixture(env: Readonly<Record<string, string>>): Promise<GatewayFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-bench-'))
  const held = Promise.withResolvers<void>()
  const before = async (path: string) => (path.startsWith('/held') ? held.promise : undefined)
  const site = await openSite({ hosts: HOSTS, before, routes: { '/usual': usualPage } })
  const [port] = await freePorts(1)
  const settings = {
    ...env,
    DATA_DIR: folder,
    KAFKA_TOPIC_PREFIX: `bench-gateway-${process.pid}.`,
    LOOKUPS_LISTEN: `127.0.0.1:${port}`,
    LOOKUPS_ADDRESS: `127.0.0.1:${port}`,
    PORT: '0',
    EGRESS_ALLOW: '127.0.0.0/8:*',
    FETCH_TIMEOUT_MS: '60000',
    ANSWER_TIMEOUT_MS: HOLD_MS,
    PAGEPROBE_API_KEY: KEY,
  }
  const logTo = (name: string) => join(folder, name)
  const stages = await startChild(MAIN, ['fetch', 'extract'], settings, / runs /, logTo('stages.log'))
  const [, ...patient] = withConstants({ 'gateway/server/guarded-server.ts': bounds })
  const gateway = await startChild(patient, ['gateway'], settings, /listening on/, logTo('gateway.log'))
  return {
    gateway,
    url: /http:\S+/.exec(gateway.line)?.[0] ?? '',
    site,
    release: held.resolve,
    async close() {
      held.resolve()
      await gateway.stop()
      await stages.stop()
      await site.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
