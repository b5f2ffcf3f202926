import { expect } from 'chai'
import { allowedHosts } from '#infra/process/allowed-hosts.ts'
import { readConfig } from '#shared/config/config.ts'

describe('allowed hosts', () => {
  const of = (env: Record<string, string>) => allowedHosts(readConfig(env))

  it('are that of PUBLIC_URL and those of ALLOWED_HOSTS, without ports', () => {
    expect(of({})).to.deep.equal([])
    expect(of({ PUBLIC_URL: 'https://Probe.example:8443/x' })).to.deep.equal(['probe.example'])
    expect(of({ PUBLIC_URL: 'http://a.example', ALLOWED_HOSTS: 'B.example, c.example' })).to.deep.equal([
      ...['a.example', 'b.example', 'c.example'],
    ])
  })
})
