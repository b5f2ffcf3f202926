import { expect } from 'chai'
import type { CrawlRules } from '#shared/ports/batches.ts'
import { isWithin, scopeOf } from '#stages/batch/crawl/admission.ts'

type Case = readonly [
  kind: CrawlRules['scope'],
  start: string,
  landed: string,
  within: readonly string[],
  outside: readonly string[],
]

const cases: readonly Case[] = [
  [
    'host',
    'https://www.shop.co.uk/a/',
    'https://www.shop.co.uk/a/',
    ['https://www.shop.co.uk/', 'http://www.shop.co.uk/b'],
    ['https://shop.co.uk/', 'https://www.shop.co.uk:8443/', 'https://www.shop.co.uk.evil.example/'],
  ],
  [
    'prefix',
    'https://www.shop.example/caf%c3%a9/',
    'https://www.shop.example/caf%C3%A9/',
    ['https://www.shop.example/caf%C3%A9/1', 'https://www.shop.example/c%61f%c3%a9/'],
    ['https://www.shop.example/caf%C3%A8/'],
  ],
  [
    'domain',
    'https://www.shop.co.uk/a/',
    'https://www.shop.co.uk/a/',
    ['https://shop.co.uk/', 'http://blog.shop.co.uk:8080/b', 'https://a.b.shop.co.uk/'],
    ['https://other.co.uk/', 'https://co.uk/', 'https://noshop.co.uk/', 'https://shop.co.uk.example/'],
  ],
  [
    'domain',
    'https://anna.github.io/',
    'https://anna.github.io/',
    ['https://anna.github.io/x'],
    ['https://bert.github.io/', 'https://github.io/'],
  ],
  ['domain', 'http://127.0.0.1:81/', 'http://127.0.0.1:81/', ['http://127.0.0.1:82/'], ['http://127.0.0.2/']],
  [
    'prefix',
    'https://a.example/docs/index.html?x=/y/',
    'https://a.example/docs/index.html',
    ['https://a.example/docs/', 'https://a.example/docs/x/y?z'],
    [
      'https://a.example/docs',
      'http://a.example/docs/',
      'https://a.example/documents/',
      'https://a.example/',
    ],
  ],
  ['prefix', 'https://a.example', 'https://a.example/', ['https://a.example/x'], ['https://b.example/x']],
]

describe('scopeOf and isWithin', () => {
  for (const [kind, start, landed, within, outside] of cases) {
    const scope = scopeOf(kind, new URL(start), new URL(landed))
    for (const url of within)
      it(`${kind} of ${start} contains ${url}`, () =>
        expect(isWithin(kind, scope, new URL(url))).to.equal(true))
    for (const url of outside)
      it(`${kind} of ${start} does not contain ${url}`, () =>
        expect(isWithin(kind, scope, new URL(url))).to.equal(false))
  }

  for (const [kind, start, landed, scope] of [
    ['host', 'http://shop.example/', 'https://www.shop.example/', 'www.shop.example'],
    ['host', 'http://shop.example/', 'https://login.other.example/', 'shop.example'],
    ['prefix', 'http://a.example/docs/', 'https://a.example/docs/en/', 'https://a.example/docs/'],
    ['prefix', 'http://a.example/docs/', 'https://www.a.example/manual/', 'https://www.a.example/manual/'],
    ['prefix', 'https://a.example/docs/', 'https://a.example/docs/en/', 'https://a.example/docs/'],
    ['prefix', 'https://a.example/docs/', 'https://b.other/docs/', 'https://a.example/docs/'],
  ] as const) {
    it(`follows a redirected start page on its own site only: ${start} to ${landed}`, () => {
      expect(scopeOf(kind, new URL(start), new URL(landed))).to.equal(scope)
    })
  }
})
