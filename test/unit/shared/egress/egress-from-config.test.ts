import { expect } from 'chai'
import { readConfig } from '#shared/config/config.ts'
import { egressFromConfig } from '#shared/egress/egress-from-config.ts'

describe('egressFromConfig', () => {
  const egress = egressFromConfig(
    readConfig({
      EGRESS_ALLOW: '127.0.0.5:8081',
      EGRESS_HOSTS: 'inside.test=127.0.0.5',
      EGRESS_PORTS: '80,443',
    }),
  )

  /** What the three settings allow, and nothing else (infra/docs/clients.md#targets). */
  for (const [url, kind] of [
    ['http://127.0.0.5:8081/', 'allowed'],
    ['http://inside.test:8081/', 'allowed'],
    ['http://127.0.0.5:8082/', 'refused'],
    ['http://127.0.0.6:8081/', 'refused'],
    ['http://inside.test/', 'refused'],
    ['http://93.184.215.14/', 'allowed'],
    ['http://93.184.215.14:8080/', 'refused'],
  ] as const) {
    it(`${url} is ${kind}`, async () => expect((await egress.check(url)).kind).to.equal(kind))
  }
})
