import { expect } from 'chai'
import { checkUrl } from '#shared/egress/policy/check-url.ts'
import { defaultPorts, type EgressRules } from '#shared/egress/policy/egress-rules.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'

const rules: EgressRules = { allow: [], hosts: new Map(), ports: defaultPorts, ownAddresses: [] }

function refuses(inputs: readonly string[], reason: RefusalReason): void {
  for (const input of inputs) {
    it(`refuses ${JSON.stringify(input)}`, () => {
      expect(checkUrl(input, rules)).to.include({ kind: 'refused', reason })
    })
  }
}

describe('checkUrl: names', () => {
  refuses(
    [
      'http://localhost/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://LocalHost.:8080/',
      'http://x.localhost/',
      'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
      'http://ｌｏｃａｌｈｏｓｔ/',
      'http://local\u00adhost/',
      'http://%6c%6f%63alhost/',
      'http://loca\tlho\nst/',
      'http:localhost/',
      'http:/\\localhost/',
      'http://foo。local/',
      'http://db.INTERNAL./',
      'http://metadata.google.internal/computeMetadata/v1/',
      'http://METADATA/',
      'http://metadata.goog/',
      'http://kubernetes.default.svc/',
      'http://intranet/',
      'http://xn--p1ai/',
      'http://рф/',
    ],
    'name_not_allowed',
  )
})

describe('checkUrl: spellings of addresses', () => {
  refuses(
    [
      'http://127.0.0.1/',
      'http://127.0.0.1./',
      'http://127.1/',
      'http://127.0.1/',
      'http://0x7f.1/',
      'http://0X7F.0.0.1/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://017700000001/',
      'http://2130706433/',
      'http://127.0x0.00.01/',
      'http://１２７.０.０.１/',
      'http://127。0。0。1/',
      'http://①②⑦.0.0.1/',
      'http://%31%32%37.0.0.1/',
      'http://0/',
      'http://0x/',
      'http://0.0.0.0/',
      'http://10.1/',
      'http://167772161/',
      'http://0xa9fea9fe/',
      'http://169.254.43518/',
      'http://2852039166/',
      'http://192.168.257/',
      'http://[::]/',
      'http://[::1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://[0000::0001]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::FFFF:7F00:1]/',
      'http://[::127.0.0.1]/',
      'http://[::ffff:0:127.0.0.1]/',
      'http://[64:ff9b::127.0.0.1]/',
      'http://[2002:7f00:1::]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
      'http://[2606:4700::5efe:127.0.0.1]/',
      'http:127.0.0.1/',
      'http:\\\\127.0.0.1\\',
      'http:///127.0.0.1/',
      'http://@127.0.0.1/',
      'https://168.63.129.16/',
    ],
    'address_not_allowed',
  )

  const open: [url: string, literal: string][] = [
    ['http://8.8.8.8/', '8.8.8.8'],
    ['http://0x08080808/', '8.8.8.8'],
    ['http://134744072:8080/', '8.8.8.8'],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
    ['https://[2606:4700:4700:0:0:0:0:1111]:8443/', '2606:4700:4700::1111'],
  ]
  for (const [url, literal] of open) {
    it(`allows ${url} as ${literal}`, () => {
      const decision = checkUrl(url, rules)
      expect(decision).to.include({ kind: 'checked', literal })
    })
  }

  it('returns no literal for names', () => {
    expect(checkUrl('http://8.8.8.8.example.com/', rules)).to.include({ kind: 'checked', literal: null })
  })
})
