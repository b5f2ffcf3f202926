import { expect } from 'chai'
import { checkUrl, isAddressAllowed } from '#shared/egress/policy/check-url.ts'
import {
  defaultPorts,
  type EgressRules,
  parseAllow,
  parseHosts,
  parsePorts,
} from '#shared/egress/policy/egress-rules.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'

function rules(
  settings: { allow?: string; hosts?: string; ports?: string; own?: string[] } = {},
): EgressRules {
  return {
    allow: parseAllow(settings.allow ?? ''),
    hosts: parseHosts(settings.hosts ?? ''),
    ports: settings.ports === undefined ? defaultPorts : parsePorts(settings.ports),
    ownAddresses: settings.own ?? [],
  }
}

/** The reason of a refusal, or what stands for the target: its literal address, else the name as the URL has it. */
function outcomeOf(input: string, given = rules()): string {
  const decision = checkUrl(input, given)
  return decision.kind === 'refused' ? decision.reason : (decision.literal ?? decision.url.hostname)
}

function refuses(inputs: readonly string[], reason: RefusalReason): void {
  for (const input of inputs) {
    it(`refuses ${JSON.stringify(input.length > 70 ? `${input.slice(0, 70)}…` : input)}`, () => {
      expect(outcomeOf(input)).to.equal(reason)
    })
  }
}

describe('checkUrl: URLs', () => {
  refuses(
    [
      '',
      ' ',
      'example.com',
      '//example.com/',
      '/path',
      'http://',
      'http:// /',
      'http://exa mple.com/',
      'http://example.com:65536/',
      'http://example.com:-1/',
      'http://example.com:80a/',
      'http://256.256.256.256/',
      'http://1.2.3.4.5/',
      'http://example.0x/',
      'http://[::1/',
      'http://[::1%25lo]/',
      'http://[fe80::1%eth0]/',
      'http://[1.2.3.4]/',
      'http://[::ffff:256.0.0.1]/',
      'http://exa\u0000mple.com/',
      'http://exa%00mple.com/',
      'http://exa%2fmple.com/',
      'http://exa<mple.com/',
      'http://a\ud800.com/',
      'http://\udfff.com/',
      'http://xn--iñvalid.com/',
      'http://\u00ad/',
      'http://a\uFFFDb.com/',
      'http://example..com/',
      'http://.example.com/',
      'http://localhost../',
      'http://../',
      'http://./',
      `http://${'a'.repeat(64)}.com/`,
      `http://${'a.'.repeat(127)}com/`,
      `http://${'a'.repeat(8192)}/`,
      `http://${'é'.repeat(8192)}/`,
      `http://${'xn--'.repeat(2048)}/`,
      `http://${'9'.repeat(8192)}/`,
      `http://[${'0:'.repeat(4096)}]/`,
    ],
    'invalid_url',
  )

  it('allows hostile characters outside the host, as encoded by the URL Standard', () => {
    expect(outcomeOf(`http://example.com/\u0000\ud800${'x'.repeat(8192)}?\udfff#\u0007`)).to.equal(
      'example.com',
    )
  })

  it('returns names in the form that the DNS knows', () => {
    expect(outcomeOf('HTTPS://WWW.Example.COM/')).to.equal('www.example.com')
    expect(outcomeOf('http://bücher.example.com/')).to.equal('xn--bcher-kva.example.com')
    expect(outcomeOf('http://☃.net/')).to.equal('xn--n3h.net')
    expect(outcomeOf('http://a_b.example.com/')).to.equal('a_b.example.com')
    expect(outcomeOf('\thttp://exam\nple.com/ ')).to.equal('example.com')
  })
})

describe('checkUrl: schemes', () => {
  refuses(
    [
      'ftp://example.com/',
      'ws://example.com/',
      'wss://example.com/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_INFO',
      'data:text/html,hello',
      'javascript:alert(1)',
      'blob:http://example.com/1',
      'view-source:http://example.com/',
      'about:blank',
      'chrome://crash',
      'example.com:80',
      'localhost:80',
      'httpx://example.com/',
      'http+unix://%2fvar%2frun%2fdocker.sock/',
    ],
    'scheme_not_allowed',
  )
})

describe('checkUrl: credentials', () => {
  refuses(
    [
      'http://user@example.com/',
      'http://user:secret@example.com/',
      'http://:secret@example.com/',
      'http://example.com@127.0.0.1/',
      'http://example.com:80@127.0.0.1/',
      'http://127.0.0.1\\@example.com@example.org/'.replace('\\', '%5C'),
      'https://a%40b@example.com/',
    ],
    'credentials_not_allowed',
  )

  it('ends the host at a backslash, like browsers', () => {
    expect(outcomeOf('http://127.0.0.1\\@example.com/')).to.equal('address_not_allowed')
  })
})

describe('checkUrl: ports', () => {
  const rows: [url: string, expected: string][] = [
    ['http://example.com/', 'example.com'],
    ['https://example.com/', 'example.com'],
    ['http://example.com:80/', 'example.com'],
    ['http://example.com:443/', 'example.com'],
    ['http://example.com:0/', 'port_not_allowed'],
    ['http://example.com:22/', 'port_not_allowed'],
    ['http://example.com:79/', 'port_not_allowed'],
    ['http://example.com:81/', 'port_not_allowed'],
    ['http://example.com:1023/', 'port_not_allowed'],
    ['http://example.com:1024/', 'example.com'],
    ['http://example.com:6000/', 'port_not_allowed'],
    ['http://example.com:6379/', 'port_not_allowed'],
    ['http://example.com:8080/', 'example.com'],
    ['http://example.com:65535/', 'example.com'],
    ['http://8.8.8.8:25/', 'port_not_allowed'],
    ['http://10.0.0.1:25/', 'port_not_allowed'],
    ['http://localhost:25/', 'port_not_allowed'],
  ]
  for (const [url, expected] of rows) {
    it(`${url} is ${expected}`, () => {
      expect(outcomeOf(url)).to.equal(expected)
    })
  }

  it('applies the ports that the operator configured', () => {
    expect(outcomeOf('http://example.com/', rules({ ports: '8080' }))).to.equal('port_not_allowed')
    expect(outcomeOf('http://example.com:8080/', rules({ ports: '8080' }))).to.equal('example.com')
    expect(outcomeOf('https://example.com/', rules({ ports: '80' }))).to.equal('port_not_allowed')
  })
})

describe('checkUrl: allow list', () => {
  const allowed = rules({
    allow: '127.0.0.1:22,10.0.0.0/8:*,[fd00::/8]:443,[::1]:*',
    hosts: 'localhost=127.0.0.1',
  })
  const rows: [url: string, expected: string][] = [
    ['http://127.0.0.1:22/', '127.0.0.1'],
    ['http://0x7f.1:22/', '127.0.0.1'],
    ['http://127.0.0.1/', 'address_not_allowed'],
    ['http://127.0.0.2:22/', 'port_not_allowed'],
    ['http://10.1.2.3:6379/', '10.1.2.3'],
    ['http://11.1.2.3:6379/', 'port_not_allowed'],
    ['http://[::ffff:10.1.2.3]/', 'address_not_allowed'],
    ['https://[fd12::1]/', 'fd12::1'],
    ['http://[fd12::1]/', 'address_not_allowed'],
    ['http://[0:0::1]:1/', '::1'],
    ['http://localhost/', 'localhost'],
    ['http://LOCALHOST./', 'localhost.'],
    ['http://x.localhost/', 'name_not_allowed'],
    ['http://wiki/', 'name_not_allowed'],
  ]
  for (const [url, expected] of rows) {
    it(`${url} is ${expected}`, () => {
      expect(outcomeOf(url, allowed)).to.equal(expected)
    })
  }
})

describe('isAddressAllowed', () => {
  const own = rules({ own: ['198.41.0.4', '2001:500:2::c'] })
  const rows: [address: string, port: number, given: EgressRules, expected: boolean][] = [
    ['8.8.8.8', 443, rules(), true],
    ['8.8.8.8', 22, rules(), false],
    ['8.8.8.8', 22, rules({ allow: '8.8.8.8:22' }), true],
    ['198.41.0.4', 443, rules(), true],
    ['198.41.0.4', 443, own, false],
    ['198.41.0.5', 443, own, true],
    ['2001:500:2:0::C', 443, own, false],
    ['198.41.0.4', 443, { ...own, allow: parseAllow('198.41.0.4:443') }, true],
    ['198.41.0.4', 8080, { ...own, allow: parseAllow('198.41.0.4:443') }, false],
    ['', 443, rules({ allow: '0.0.0.0/0:*' }), false],
    ['localhost', 443, rules({ allow: '0.0.0.0/0:*' }), false],
    ['[2606:4700::1]', 443, rules(), false],
    ['2606:4700::1%eth0', 443, rules(), false],
    ['010.8.8.8', 443, rules(), false],
  ]
  for (const [address, port, given, expected] of rows) {
    it(`${expected ? 'allows' : 'refuses'} ${JSON.stringify(address)} port ${port}`, () => {
      expect(isAddressAllowed(address, port, given)).to.equal(expected)
    })
  }
})
