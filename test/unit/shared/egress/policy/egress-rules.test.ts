import { expect } from 'chai'
import {
  defaultPorts,
  isAllowListed,
  isPortAllowed,
  parseAllow,
  parseHosts,
  parsePorts,
} from '#shared/egress/policy/egress-rules.ts'

describe('parseAllow', () => {
  const rows: [text: string, address: string, port: number, expected: boolean][] = [
    ['127.0.0.1:8080', '127.0.0.1', 8080, true],
    ['127.0.0.1:8080', '127.0.0.1', 8081, false],
    ['127.0.0.1:8080', '127.0.0.2', 8080, false],
    ['127.0.0.1:8080', '::ffff:127.0.0.1', 8080, false],
    ['127.0.0.1:*', '127.0.0.1', 1, true],
    ['127.0.0.1:*', '127.0.0.1', 65535, true],
    ['10.0.0.0/8:443', '10.255.255.255', 443, true],
    ['10.0.0.0/8:443', '11.0.0.0', 443, false],
    ['10.0.0.0/8:443', '10.0.0.1', 80, false],
    ['10.9.9.9/8:443', '10.0.0.1', 443, true],
    ['0.0.0.0/0:*', '192.168.1.1', 22, true],
    ['0.0.0.0/0:*', '::1', 22, false],
    ['[::1]:80', '::1', 80, true],
    ['[::1]:80', '0:0:0:0:0:0:0:1', 80, true],
    ['[::1]:80', '::2', 80, false],
    ['[::1]:*', '::1', 9, true],
    ['[fd00::/8]:443', 'fdff::1', 443, true],
    ['[fd00::]/8:443', 'fdff::1', 443, true],
    ['[fd00::/8]:443', 'fc00::1', 443, false],
    ['[FD00::/8]:*', 'fd00::1', 1, true],
    [' 10.0.0.1:80 , 10.0.0.2:81 ,', '10.0.0.2', 81, true],
    ['', '127.0.0.1', 80, false],
    ['127.0.0.1:8080', 'garbage', 8080, false],
    ['[::/0]:*', 'fe80::1%eth0', 80, false],
  ]
  for (const [text, address, port, expected] of rows) {
    it(`"${text}" ${expected ? 'allows' : 'does not allow'} ${address} port ${port}`, () => {
      expect(isAllowListed(address, port, parseAllow(text))).to.equal(expected)
    })
  }

  const mistakes = [
    '127.0.0.1',
    '127.0.0.1:',
    ':80',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '127.0.0.1:http',
    '127.0.0.1:80-90',
    '127.0.0.1:**',
    '127.1:80',
    '0x7f.0.0.1:80',
    '010.0.0.1:80',
    '10.0.0.0/33:80',
    '10.0.0.0/:80',
    'localhost:80',
    '*:80',
    '::1:80',
    '[::1]',
    '[::1:80',
    '[127.0.0.1]:80',
    '[fd00::/129]:80',
    '[fd00::/8]/8:80',
    '[fe80::1%eth0]:80',
    'http://127.0.0.1:80',
  ]
  for (const entry of mistakes) {
    it(`throws an error that names "${entry}"`, () => {
      expect(() => parseAllow(`10.0.0.1:80,${entry}`)).to.throw(`"${entry}"`)
    })
  }
})

describe('parseHosts', () => {
  it('parses names and addresses, and adds up entries of one name', () => {
    const hosts = parseHosts('site.test=127.0.0.1, wiki = 10.0.0.7 ,site.test=[::1],v6.test=fd00::1')
    expect([...hosts]).to.deep.equal([
      ['site.test', ['127.0.0.1', '::1']],
      ['wiki', ['10.0.0.7']],
      ['v6.test', ['fd00::1']],
    ])
  })

  it('returns names as in URLs: lower case, ASCII, without the trailing dot', () => {
    const hosts = parseHosts('Site.TEST.=127.0.0.1,bücher.example=127.0.0.2')
    expect([...hosts.keys()]).to.deep.equal(['site.test', 'xn--bcher-kva.example'])
  })

  it('parses an empty text as no hosts', () => {
    expect(parseHosts('').size).to.equal(0)
  })

  const mistakes = [
    'site.test',
    'site.test=',
    '=127.0.0.1',
    'site.test=127.1',
    'site.test=other.test',
    'site.test=127.0.0.1=127.0.0.2',
    'site.test=127.0.0.1:80',
    'site.test=fe80::1%eth0',
    'site.test=[127.0.0.1]',
    'site.test:80=127.0.0.1',
    '*.test=127.0.0.1',
    'http://site.test=127.0.0.1',
    'a/b=127.0.0.1',
    'a b=127.0.0.1',
    'a..b=127.0.0.1',
    '.=127.0.0.1',
    '10.0.0.1=127.0.0.1',
    '0x7f.1=127.0.0.1',
    '[::1]=127.0.0.1',
  ]
  for (const entry of mistakes) {
    it(`throws an error that names "${entry}"`, () => {
      expect(() => parseHosts(`good.test=127.0.0.1,${entry}`)).to.throw(`"${entry}"`)
    })
  }
})

describe('parsePorts', () => {
  const rows: [text: string, port: number, expected: boolean][] = [
    ['80,443,8000-8999', 80, true],
    ['80,443,8000-8999', 81, false],
    ['80,443,8000-8999', 7999, false],
    ['80,443,8000-8999', 8000, true],
    ['80,443,8000-8999', 8999, true],
    ['80,443,8000-8999', 9000, false],
    [' 1 - 65535 ', 6379, true],
    ['22', 22, true],
    ['22', 80, false],
    ['', 443, true],
    ['', 6379, false],
  ]
  for (const [text, port, expected] of rows) {
    it(`"${text}" ${expected ? 'allows' : 'does not allow'} ${port}`, () => {
      expect(isPortAllowed(port, parsePorts(text))).to.equal(expected)
    })
  }

  for (const entry of ['0', '65536', '-', '80-', '-80', '90-80', '1-2-3', 'http', '8e1', '80.0', '*']) {
    it(`throws an error that names "${entry}"`, () => {
      expect(() => parsePorts(`443,${entry}`)).to.throw(`"${entry}"`)
    })
  }

  it('throws an error for a list without ports', () => {
    expect(() => parsePorts(' , ')).to.throw('names no port')
  })
})

describe('defaultPorts', () => {
  const allowed = [80, 443, 1024, 3000, 4000, 5000, 8000, 8008, 8080, 8443, 8888, 9000, 10081, 49152, 65535]
  for (const port of allowed) {
    it(`allows ${port}`, () => {
      expect(isPortAllowed(port, defaultPorts)).to.equal(true)
    })
  }

  const refused = [
    ...[0, 1, 21, 22, 23, 25, 53, 79, 81, 110, 143, 389, 442, 444, 445, 465, 587, 636, 993, 995, 1023, 65536],
    // Named in infra/docs/clients.md#targets
    ...[6379, 11211, 9200, 5432, 3306, 27017, 2375, 2379, 10250],
    // Fetch Standard, "port blocking", from 1024 on
    ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
    ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
    ...[1433, 1521, 2181, 2376, 2380, 3389, 5672, 5900, 5984, 6443, 8500, 9042, 9092, 9300, 10255, 27018],
  ]
  for (const port of refused) {
    it(`refuses ${port}`, () => {
      expect(isPortAllowed(port, defaultPorts)).to.equal(false)
    })
  }
})
